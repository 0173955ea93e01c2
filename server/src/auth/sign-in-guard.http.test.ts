import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActivityShape } from '#contract/account/activity.ts'
import { sweepActivity } from '#server/features/account/activity.ts'
import { type Listening, listen } from '#server/process/listen.ts'
import { readZip } from '#server-testing/read-zip.ts'
import { clientOf, cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

const password = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`

let server: TestServer
let web: Listening
beforeAll(async () => {
  server = await openTestServer({ variables: { SERVER_LIMITS: 'sign-in-attempts=3', TRUSTED_PROXIES: '127.0.0.1' } })
  web = await listen(server.app.fetch, '127.0.0.1', 0)
})
afterAll(async () => {
  web.close()
  await server.close()
})

beforeEach(() => server.database.system.execute(sql`delete from rate_limits`))

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${web.port}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

let addresses = 0
/** Tries from an address of its own unless one is given: the limit per address is tested elsewhere. */
const signIn = (email: string, word: string, address = `10.9.${addresses++ >> 8}.${addresses % 256}`) =>
  post('sign-in/email', { email, password: word }, { 'x-forwarded-for': address, 'user-agent': 'Loom/1.0' })
const signUpFrom = (email: string, address: string) =>
  post('sign-up/email', { email, password, firstName: 'Ada' }, { 'x-forwarded-for': address })

/** Moves the last failed try into the past. */
async function letPass(seconds: number): Promise<void> {
  const { system: db } = server.database
  await db.execute(sql`update rate_limits set last_request = last_request - ${seconds * 1_000}`)
  await db.execute(sql`update sign_in_failures set last_failed_at = last_failed_at - ${seconds} * interval '1 second'`)
}

describe('guessing at one account', () => {
  it('is slowed down although each guess comes from another address; the right password waits as well', async () => {
    const email = newEmail()
    await signUpFrom(email, '10.1.0.1')
    const statuses: number[] = []
    for (const word of ['one', 'two', 'three', 'four', password]) statuses.push((await signIn(email, word)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })

  it('doubles the wait after each further wrong password, and says how long it is', async () => {
    const email = newEmail()
    const waits: number[] = []
    for (let guess = 0; guess < 6; guess++) {
      while ((await signIn(email, 'wrong!')).status !== 401) await letPass(1)
      const refused = await signIn(email, 'wrong!')
      if (refused.status === 429) waits.push(Number(refused.headers.get('retry-after')))
    }
    expect(waits).toEqual([2, 4, 8, 16, 32])
  })

  it('is answered the same for an unknown email', async () => {
    const statuses: number[] = []
    const email = newEmail()
    for (let guess = 0; guess < 5; guess++) statuses.push((await signIn(email, 'wrong!')).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })

  it('does not lock out the owner, who has a session at their address', async () => {
    const email = newEmail()
    await signUpFrom(email, '10.1.0.2')
    for (let guess = 0; guess < 6; guess++) await signIn(email, 'wrong!')
    expect((await signIn(email, password, '10.1.0.2')).status).toBe(200)
  })

  it('keeps the wait after another address has started a new window of its own limit', async () => {
    const email = newEmail()
    for (const word of ['one', 'two', 'three']) await signIn(email, word)
    for (const seconds of [2, 4, 8, 16, 32, 64]) {
      await letPass(seconds + 1)
      expect((await signIn(email, 'wrong!')).status).toBe(401)
    }
    const other = '10.1.0.9'
    await signIn(newEmail(), 'wrong!', other)
    await letPass(61)
    await signIn(newEmail(), 'wrong!', other)
    const refused = await signIn(email, 'wrong!')
    expect(refused.status).toBe(429)
    const left = Number(refused.headers.get('retry-after'))
    expect(left).toBeGreaterThan(30)
    expect(left).toBeLessThanOrEqual(128 - 61)
  })

  it('does not count a try that the address limit refused before the password was compared', async () => {
    const [email, address] = [newEmail(), '10.1.0.10']
    await signUpFrom(email, '10.1.0.11')
    for (let count = 0; count < 3; count++) await signIn(newEmail(), 'wrong!', address)
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) statuses.push((await signIn(email, 'wrong!', address)).status)
    expect(statuses).toEqual([429, 429, 429, 429])
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('lets at most the free number of concurrent guesses through', async () => {
    const email = newEmail()
    const replies = await Promise.all(Array.from({ length: 8 }, () => signIn(email, 'wrong!')))
    expect(replies.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429, 429, 429, 429])
  })

  it('resets the count after the right password', async () => {
    const email = newEmail()
    await signUpFrom(email, '10.1.0.3')
    const statuses: number[] = []
    for (const word of ['one', 'two', password, 'one', 'two', password])
      statuses.push((await signIn(email, word)).status)
    expect(statuses).toEqual([401, 401, 200, 401, 401, 200])
  })
})

describe('a session', () => {
  it('gets a new token at each sign-in: one that was planted before is worthless', async () => {
    const email = newEmail()
    const first = cookieOf((await signUpFrom(email, '10.1.0.4')).headers)
    const [name = ''] = first.split('=')
    const planted = `${name}=planted.signature`
    const reply = await post(
      'sign-in/email',
      { email, password },
      { cookie: planted, origin: `http://127.0.0.1:${web.port}` },
    )
    const second = cookieOf(reply.headers)
    expect(second).toMatch(/^espalier-[0-9a-f]{8}\.session_token=/)
    expect(new Set([first, second, planted]).size).toBe(3)
  })

  it('ends after 30 days without a visit', async () => {
    const ada = await signUp(server)
    await server.database.system.execute(
      sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${ada.userId}`,
    )
    expect((await ada.send('GET', '/api/projects')).status).toBe(401)
  })
})

describe('a session that is used every day', () => {
  it('ends after 90 days nevertheless', async () => {
    const ada = await signUp(server)
    await server.database.system.execute(
      sql`update sessions set created_at = now() - interval '91 days' where user_id = ${ada.userId}`,
    )
    await sweepActivity(server.database.system)
    expect((await ada.send('GET', '/api/projects')).status).toBe(401)
  })
})

describe('the cookie of a session', () => {
  it('is bound to this host and to TLS where the server is reached by TLS, and works for the same calls', async () => {
    const secure = server.another({ PUBLIC_URL: 'https://espalier.example' })
    const reply = await sendOpen<{ user: { id: string } }>(secure, 'POST', '/api/auth/sign-up/email', {
      body: { email: newEmail(), password, firstName: 'Ada' },
      headers: { origin: 'https://espalier.example' },
    })
    const cookie = reply.headers.getSetCookie().find((each) => each.includes('session_token')) ?? ''
    expect(cookie).toMatch(/^__Host-espalier-[0-9a-f]{8}\.session_token=/)
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).not.toMatch(/domain/i)
    const ada = clientOf(secure, reply.body.user.id, cookieOf(reply.headers))
    expect((await ada.send('GET', '/api/projects')).status).toBe(200)
    expect(
      (await ada.send('POST', '/api/projects', { title: 'Mine' }, { origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect((await ada.send('POST', '/api/auth/sign-out', {}, { origin: 'https://espalier.example' })).status).toBe(200)
    expect((await ada.send('GET', '/api/projects')).status).toBe(401)
  })
})

describe('a cookie of another name', () => {
  it('is refused, even while the session that it names is cached', async () => {
    const secure = server.another({ PUBLIC_URL: 'https://espalier.example' })
    const origin = 'https://espalier.example'
    const reply = await sendOpen<{ user: { id: string } }>(secure, 'POST', '/api/auth/sign-up/email', {
      body: { email: newEmail(), password, firstName: 'Eve' },
      headers: { origin },
    })
    const eve = clientOf(secure, reply.body.user.id, cookieOf(reply.headers))
    const planted = clientOf(secure, '', `x${eve.cookie}`)
    expect((await eve.send('GET', '/api/projects')).status).toBe(200)
    expect((await planted.send('GET', '/api/projects')).status).toBe(401)
    expect((await eve.send('GET', '/api/projects')).status).toBe(200)
    expect((await planted.send('POST', '/api/projects', { title: 'Hers' }, { origin })).status).toBe(401)
  })
})

describe('the activity log of an account', () => {
  const kinds = async (person: TestClient) =>
    (await person.send<{ items: ActivityShape[] }>('GET', '/api/account/activity')).body.items.map(({ kind }) => kind)

  it('records who signed in, who failed to, and what was changed, with the origin', async () => {
    const email = newEmail()
    const ada = await signUp(server, email)
    await signIn(email, 'wrong!', '10.2.0.9')
    await signIn(email, password, '10.2.0.9')
    await ada.send('PUT', '/api/account/password', { currentPassword: password, newPassword: 'another horse' })
    await ada.send('PUT', '/api/account/email', { email: newEmail(), password: 'another horse' })
    await ada.send('DELETE', '/api/model-keys/openai')
    await ada.send('PUT', '/api/billing/plan', { plan: 'basic' })
    await ada.send('PUT', '/api/account/password', { currentPassword: 'wrong!', newPassword: 'third horse' })
    expect(await kinds(ada)).toEqual([
      'plan-changed',
      'key-removed',
      'email-changed',
      'password-changed',
      'signed-in',
      'sign-in-failed',
      'signed-up',
    ])
    const { body } = await ada.send<{ items: ActivityShape[] }>('GET', '/api/account/activity')
    expect(body.items[4]).toMatchObject({ address: '10.2.0.9', userAgent: 'Loom/1.0' })
  })

  it('is visible to its owner alone, and part of their data', async () => {
    const [ada, eve] = [await signUp(server), await signUp(server)]
    expect([await kinds(ada), await kinds(eve)]).toEqual([['signed-up'], ['signed-up']])
    const zip = readZip(Buffer.from(await (await ada.raw('POST', '/api/account/export')).arrayBuffer()))
    expect(String(zip.get('activity.json'))).toContain('signed-up')
    await ada.send('POST', '/api/auth/sign-out', {})
    const { rows } = await server.database.system.execute(
      sql`select kind from audit_log where user_id = ${ada.userId} order by id`,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['signed-up', 'data-exported', 'signed-out'])
  })

  it('is kept for 400 days', async () => {
    const ada = await signUp(server)
    const age = (days: number) =>
      server.database.system.execute(
        sql`update audit_log set created_at = now() - ${days} * interval '1 day' where user_id = ${ada.userId}`,
      )
    await age(399)
    await sweepActivity(server.database.system)
    expect(await kinds(ada)).toEqual(['signed-up'])
    await age(401)
    await sweepActivity(server.database.system)
    expect(await kinds(ada)).toEqual([])
  })
})
