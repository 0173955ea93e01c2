import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '#server/process/listen.ts'
import { cookieOf, sendOpen, signUp } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { openTestServer, type TestServer, withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const account = (over = {}) => ({
  email: 'ada@example.com',
  password: 'secret',
  name: 'Ada',
  firstName: 'Ada',
  ...over,
})
const signUpWith = (body: unknown) => sendOpen(context.server, 'POST', '/api/auth/sign-up/email', { body })
const signInWith = (body: unknown) => sendOpen(context.server, 'POST', '/api/auth/sign-in/email', { body })

describe('accounts', () => {
  it('signs up with first name, email and a password of six characters, and is signed in at once', async () => {
    const reply = await signUpWith(account())
    expect(reply.status).toBe(200)
    const cookie = cookieOf(reply.headers)
    const session = await sendOpen(context.server, 'GET', '/api/auth/get-session', { headers: { cookie } })
    expect(session.body).toMatchObject({ user: { email: 'ada@example.com', firstName: 'Ada' } })
    expect(reply.headers.getSetCookie()[0]).toMatch(/HttpOnly.*SameSite=Lax/i)
  })

  it.each([
    ['a password of five characters', { password: 'short' }, 400],
    ['no first name', { firstName: undefined }, 400],
    ['an email that is none', { email: 'ada' }, 400],
    ['an email that is taken', {}, 422],
    ['a NUL byte in the name', { firstName: 'A\u0000da' }, 400],
    ['a name of 101 characters', { firstName: 'x'.repeat(101) }, 400],
    ['a name that is no text', { firstName: { $ne: 1 } }, 400],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, 400],
    ['a NUL byte in the email', { email: 'a\u0000@example.com' }, 400],
    ['a picture from elsewhere', { email: 'new@example.com', image: 'https://evil.example/x.png' }, 400],
  ])('refuses %s with the error shape of the API', async (_, over, status) => {
    const reply = await signUpWith(account(over))
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({ code: status === 400 ? 'invalid' : 'impossible', message: expect.any(String) })
  })

  it('returns the same error for a wrong password and an unknown email', async () => {
    const wrong = await signInWith({ email: 'ada@example.com', password: 'wrong!' })
    const unknown = await signInWith({ email: 'unknown@example.com', password: 'wrong!' })
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect(wrong.body).toMatchObject({ code: 'unauthenticated', message: 'Invalid email or password' })
  })

  it.each(['\u0000', 'ada\u0000@example.com', 'x'.repeat(255)])('refuses to sign in as %j', async (email) => {
    const reply = await signInWith({ email, password: 'correct horse' })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid'])
  })

  it('signs out: the old cookie is refused afterwards', async () => {
    const ada = await signUp(context.server)
    expect((await ada.send('GET', '/api/projects')).status).toBe(200)
    expect((await ada.send('POST', '/api/auth/sign-out', {})).status).toBe(200)
    expect((await ada.send('GET', '/api/projects')).status).toBe(401)
  })

  it.each([
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/change-email'],
    ['POST', '/api/auth/delete-user'],
    ['GET', '/api/auth/list-sessions'],
    ['GET', '/api/auth/nothing'],
  ])('offers no %s %s', async (method, path) => {
    const ada = await signUp(context.server)
    const reply = await ada.send(method, path, method === 'POST' ? {} : undefined)
    expect([reply.status, reply.body.code]).toEqual([404, 'not-found'])
  })

  it.each(['{"email":', '[]', 'null', '"text"', ''])('refuses the body %j', async (body) => {
    const headers = { 'content-type': 'application/json', host: 'localhost', origin: testOrigin }
    const reply = await context.server.app.request('/api/auth/sign-up/email', { method: 'POST', headers, body })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'invalid'])
  })

  it('refuses a sign-in that another site sends', async () => {
    const headers = { origin: 'https://evil.example' }
    const body = { email: 'ada@example.com', password: 'secret' }
    const reply = await sendOpen(context.server, 'POST', '/api/auth/sign-in/email', { body, headers })
    expect([reply.status, reply.body.code]).toEqual([403, 'bad-origin'])
  })
})

describe('the limit on signing in', () => {
  let server: TestServer
  let web: Listening
  beforeAll(async () => {
    server = await openTestServer({ variables: { SERVER_LIMITS: 'sign-in-attempts=3', TRUSTED_PROXIES: '127.0.0.9' } })
    web = await listen(server.app.fetch, '127.0.0.1', 0)
  })
  afterAll(async () => {
    web.close()
    await server.close()
  })

  const attempt = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${web.port}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      // Uses another email each time: this limit counts by address.
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'guess!' }),
    })

  it('counts by the socket address: no header can fake another', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++) {
      const address = `10.1.2.${guess}`
      const headers = {
        'x-forwarded-for': address,
        'x-real-ip': address,
        'x-espalier-address': address,
        forwarded: `for=${address}`,
      }
      statuses.push((await attempt(headers)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
  })

  it('says when to try again', async () => {
    const reply = await attempt({})
    expect(reply.status).toBe(429)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await reply.json()).toMatchObject({ code: 'rate-limited' })
  })

  it('does not limit other calls', async () => {
    const reply = await fetch(`http://127.0.0.1:${web.port}/api/models`, { headers: { origin: testOrigin } })
    expect(reply.status).toBe(200)
  })
})
