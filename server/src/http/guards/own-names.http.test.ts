import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '#server/process/listen.ts'
import { sendOpen } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

let server: TestServer
let web: Listening
beforeAll(async () => {
  server = await openTestServer()
  web = await listen(server.app.fetch, '127.0.0.1', 0)
})
afterAll(async () => {
  await web.close()
  await server.close()
})

/** A request over the network with an arbitrary `Host`, which `fetch` would not send. */
const statusOf = (path: string, headers: Record<string, string>, port = web.port) =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
      .on('error', reject)
      .end()
  })

const account = { email: 'ada@example.com', password: 'correct horse', firstName: 'Ada' }

describe('a page whose name was rebound to this server', () => {
  const rebound = { host: 'evil.example:3000', origin: 'http://evil.example:3000' }

  it('can’t sign up, although its origin equals the host', async () => {
    const reply = await sendOpen(server, 'POST', '/api/auth/sign-up/email', { body: account, headers: rebound })
    expect([reply.status, reply.body.code]).toEqual([403, 'bad-origin'])
    expect(reply.body.message).toBe(
      'This server is not reached by the name evil.example:3000. Set PUBLIC_URL to the address that people type.',
    )
  })

  it.each(['/api/models', '/api/sign-in-options', '/', '/community'])('can’t read %s', async (path) => {
    expect(await statusOf(path, { host: rebound.host })).toBe(403)
  })

  it('is distinguished from health checks, which arrive under any name and read nothing', async () => {
    expect(await statusOf('/healthz', { host: 'pears.svc.cluster.local' })).toBe(200)
  })
})

describe('a public address', () => {
  const body = { ...account, email: 'bob@example.com' }
  it('is the only origin that may change something, including its scheme', async () => {
    const published = server.another({ PUBLIC_URL: 'https://pears.example' })
    const statuses: number[] = []
    for (const [host, origin] of [
      ['pears.example', 'http://pears.example'],
      ['evil.example', 'https://evil.example'],
      ['localhost', 'http://localhost'],
      ['pears.example', 'https://pears.example'],
    ] as const)
      statuses.push(
        (await sendOpen(published, 'POST', '/api/auth/sign-up/email', { body, headers: { host, origin } })).status,
      )
    expect(statuses).toEqual([403, 403, 403, 200])
  })

  it('may be requested by a trusted proxy under a name of its own', async () => {
    const named = server.another({ PUBLIC_URL: 'https://pears.example', TRUSTED_PROXIES: '127.0.0.1' })
    const proxied = await listen(named.app.fetch, '127.0.0.1', 0)
    try {
      const headers = { host: 'pears.internal.example' }
      expect(await statusOf('/api/sign-in-options', headers, proxied.port)).toBe(200)
      expect(await statusOf('/api/sign-in-options', headers)).toBe(403)
    } finally {
      await proxied.close()
    }
  })
})

describe('the metrics without a token', () => {
  it.each<[string, Record<string, string>, number]>([
    ['this machine by address', { host: '127.0.0.1:3000' }, 200],
    ['this machine by name', { host: 'localhost:3000' }, 200],
    ['a page whose name was rebound', { host: 'evil.example:3000' }, 404],
    ['a proxy of this machine that keeps the host', { host: 'pictures.example.com' }, 404],
    ['a proxy that says whom it asks for', { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' }, 404],
    ['a proxy that says which host was asked', { host: 'localhost:3000', 'x-forwarded-host': 'pears.example' }, 404],
    ['a proxy that uses the standard header', { host: 'localhost:3000', forwarded: 'for=203.0.113.9' }, 404],
    ['a proxy that says the address in its own way', { host: 'localhost:3000', 'x-real-ip': '203.0.113.9' }, 404],
    ['a proxy that names itself', { host: 'localhost:3000', via: '1.1 proxy' }, 404],
  ])('answer %s', async (_, headers, status) => {
    expect(await statusOf('/metrics', headers)).toBe(status)
  })
})
