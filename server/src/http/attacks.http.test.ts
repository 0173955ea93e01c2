import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { createLog } from '../operations/log.ts'
import { type Listening, listen } from '../process/listen.ts'
import { addWebFiles } from './web-files.ts'

const logged: string[] = []
let folder: string
let server: TestServer
let web: Listening
let ada: TestClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-attacks-'))
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true })
  await writeFile(join(folder, 'dist', 'index.html'), '<title>Espalier</title>')
  await writeFile(join(folder, 'secret'), 'the secret of the server')
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  server = await openTestServer({ log: createLog('info', destination) })
  await addWebFiles(server.app, join(folder, 'dist'))
  web = await listen(server.app.fetch, '127.0.0.1', 0)
  ada = await signUp(server)
})
afterAll(async () => {
  web.close()
  await server.close()
  await rm(folder, { recursive: true })
})

/** Sends a path exactly as it is written; a web client would normalize it. */
const raw = (method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const sent = request({ port: web.port, host: '127.0.0.1', method, path, headers }, async (reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk as Buffer)
      resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString(), headers: reply.headers })
    })
    sent.on('error', reject)
    sent.end()
  })

describe('a path that leads out of the folder', () => {
  it.each([
    '/../secret',
    '/assets/../../secret',
    '/assets/..%2f..%2fsecret',
    '/%2e%2e/secret',
    '/..%5csecret',
    '/assets/%2e%2e/%2e%2e/secret',
    '//../secret',
    '/assets/%c0%ae%c0%ae/secret',
    '/\u0000/../secret'.replace('\u0000', '%00'),
  ])('%s reveals nothing outside', async (path) => {
    expect((await raw('GET', path)).body).not.toContain('the secret of the server')
  })

  it.each(['/api/profiles/x/avatar/..%2f..%2fsecret', '/api/images/..%2f..%2fsecret/file', '/api/sheets/..%2fsecret'])(
    '%s is a 404',
    async (path) => expect((await raw('GET', path, { cookie: ada.cookie })).status).toBe(404),
  )

  it('does not list a folder', async () => {
    expect((await raw('GET', '/assets/')).body).not.toContain('<li>')
  })
})

describe('input in headers and addresses', () => {
  it('starts no line of the log and no header of the reply', async () => {
    logged.length = 0
    const reply = await raw('GET', '/api/projects%0d%0aset-cookie:%20planted=1%0a{"level":60}', { cookie: ada.cookie })
    expect(reply.headers['set-cookie']).toBeUndefined()
    const lines = logged.join('').trimEnd().split('\n')
    expect(lines.every((line) => typeof JSON.parse(line) === 'object')).toBe(true)
    expect(lines.some((line) => JSON.parse(line).level === 60)).toBe(false)
  })

  it.each(['__proto__', 'constructor', 'prototype'])('changes no object by the name %s', async (name) => {
    const reply = await ada.send('POST', '/api/projects', JSON.parse(`{"title":"Mine","${name}":{"isAdmin":true}}`))
    expect([200, 201, 400]).toContain(reply.status)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('a redirect to another site', () => {
  it("is never sent: the one redirect leads where the operator's setting says", async () => {
    for (const path of ['//evil.example/', '/community?next=https://evil.example', '/login?next=//evil.example'])
      expect(String((await raw('GET', path)).headers.location ?? '')).not.toContain('evil.example')
    expect((await raw('GET', '/community')).headers.location).toBe('https://www.reddit.com/r/aiArt/')
  })

  it('is not possible by the callback of a sign-in call', async () => {
    const reply = await ada.send('POST', '/api/auth/sign-in/email', {
      email: 'ada@example.com',
      password: 'wrong!',
      callbackURL: 'https://evil.example',
    })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.headers.get('location')).toBeNull()
  })
})

describe("a reply with a user's data", () => {
  it.each(['/api/projects', '/api/profile', '/api/account/sessions', '/api/auth/get-session', '/api/credits'])(
    'is kept by no cache: %s',
    async (path) => expect((await ada.raw('GET', path)).headers.get('cache-control')).toMatch(/no-store/),
  )

  it('is not readable from another site', async () => {
    const reply = await ada.raw('GET', '/api/projects', { origin: 'https://evil.example' })
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('is not reflected by TRACE', async () => {
    const reply = await raw('TRACE', '/api/projects', { cookie: ada.cookie }).catch(() => null)
    expect(reply?.body ?? '').not.toContain('session_token')
  })
})
