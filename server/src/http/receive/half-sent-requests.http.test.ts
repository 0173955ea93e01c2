import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '#server/process/listen.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({
  variables: { SERVER_LIMITS: 'requests-at-once=20,request-seconds=3', TRUSTED_PROXIES: '127.0.0.1' },
})
let ada: TestClient
let web: Listening
beforeAll(async () => {
  ada = await signUp(context.server)
  web = await listen(context.server.app.fetch, '127.0.0.1', 0)
  return () => web.close()
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Opens a connection and sends the head of a request with the first byte of its body. */
async function sendHalf(head: readonly string[], first = '{'): Promise<Socket> {
  const socket = connect(web.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`${head.join('\r\n')}\r\nhost: 127.0.0.1:${web.port}\r\n\r\n${first}`)
  return socket
}
const halfSignIn = (length: number | 'chunked') =>
  sendHalf(
    [
      'POST /api/auth/sign-in/email HTTP/1.1',
      'content-type: application/json',
      length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ],
    length === 'chunked' ? '1\r\n{\r\n' : '{',
  )
const ask = (path: string) => fetch(`http://127.0.0.1:${web.port}${path}`)

/** Reads everything that comes back on a connection until it is closed. */
async function replyOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('utf8')
}

describe('a half-sent request', () => {
  it.each([50, 'chunked'] as const)('takes no capacity from others (content-length: %s)', async (length) => {
    await Promise.all(Array.from({ length: 40 }, () => halfSignIn(length)))
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask('/api/sign-in-options')))
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200))
  })

  it('is answered at its time limit with what to do, and its connection is closed', async () => {
    const reply = await replyOf(await halfSignIn(50))
    expect(reply).toMatch(/^HTTP\/1\.1 408 /)
    expect(reply).toContain('The request took too long to arrive. Try again.')
  })

  it('is refused where one network has too many of them, while other networks are served', async () => {
    // The share of a network is 16 MB of announced bodies, of which each counts for 64 kB at least.
    await Promise.all([...Array(31).fill(512_000), 50, 50].map(halfSignIn))
    await expect.poll(async () => (await postSignIn('127.0.0.1')).status).toBe(503)
    expect((await postSignIn('203.0.113.7')).status).toBe(401)
  })

  it('is refused before it arrives where it announces more than the limit', async () => {
    const reply = await replyOf(await halfSignIn(600_000))
    expect(reply).toMatch(/^HTTP\/1\.1 413 /)
  })
})

const postSignIn = (address: string) =>
  fetch(`http://127.0.0.1:${web.port}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: 'unknown@example.com', password: 'not the password' }),
  })

describe('the capacity of a process', () => {
  it('is not given to one address alone', async () => {
    const projects = (person: TestClient, address: string) =>
      fetch(`http://127.0.0.1:${web.port}/api/projects`, {
        headers: { cookie: person.cookie, 'x-forwarded-for': address },
      })
    const bob = await signUp(context.server)
    const replies = await Promise.all([
      ...Array.from({ length: 60 }, () => projects(ada, '203.0.113.7')),
      projects(bob, '203.0.113.8'),
    ])
    expect(replies.slice(0, 60).some(({ status }) => status === 503)).toBe(true)
    expect(replies.at(-1)?.status).toBe(200)
  })
})
