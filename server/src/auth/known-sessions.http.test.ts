import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Server } from '#server/start/start-server.ts'
import { clientOf, cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

/** Polls until the session has ended there; the notification takes some milliseconds. */
const untilSignedOut = (client: TestClient) =>
  expect.poll(async () => (await client.send('GET', '/api/projects')).status).toBe(401)

/** Ada's browser on this process and on another one, both with her session in their caches. */
async function openTwo(): Promise<{ here: TestClient; there: TestClient; other: Server }> {
  // A long cache time: a test that passes was notified, it has not waited.
  const other = context.server.another({ SESSION_CACHE_SECONDS: '60' })
  const here = await signUp(context.server)
  const there = clientOf(other, here.userId, here.cookie)
  expect((await here.send('GET', '/api/projects')).status).toBe(200)
  expect((await there.send('GET', '/api/projects')).status).toBe(200)
  return { here, there, other }
}

describe('the session cache', () => {
  it('drops a session at once in the process that ended it, and within moments in every other', async () => {
    const { here, there } = await openTwo()
    await here.send('POST', '/api/auth/sign-out', {})
    expect((await here.send('GET', '/api/projects')).status).toBe(401)
    await untilSignedOut(there)
  })

  it('drops all sessions of a person who signs out everywhere', async () => {
    const { here, there } = await openTwo()
    await here.send('DELETE', '/api/account/sessions')
    expect((await here.send('GET', '/api/projects')).status).toBe(401)
    await untilSignedOut(there)
  })

  it('drops the other sessions after a password change elsewhere, and keeps the one that changed it', async () => {
    const { here, there, other } = await openTwo()
    const account = await here.send<{ user: { email: string } }>('GET', '/api/auth/get-session')
    const again = await sendOpen(other, 'POST', '/api/auth/sign-in/email', {
      body: { email: account.body.user.email, password: 'correct horse' },
    })
    const elsewhere = clientOf(other, here.userId, cookieOf(again.headers))
    const change = { currentPassword: 'correct horse', newPassword: 'battery staple' }
    expect((await elsewhere.send('PUT', '/api/account/password', change)).status).toBe(200)
    expect((await elsewhere.send('GET', '/api/projects')).status).toBe(200)
    await untilSignedOut(there)
    await untilSignedOut(here)
  })

  it('drops a session whose account was deleted in another process', async () => {
    const { here, there } = await openTwo()
    await here.send('DELETE', '/api/account', { password: 'correct horse' })
    expect((await here.send('GET', '/api/projects')).status).toBe(401)
    await untilSignedOut(there)
  })

  it('drops a session that an operator deletes in the database', async () => {
    const { here, there } = await openTwo()
    await context.server.database.system.execute(sql`delete from sessions where user_id = ${here.userId}`)
    await untilSignedOut(here)
    await untilSignedOut(there)
  })

  it('answers what better-auth answers, with the current email', async () => {
    const { here, there } = await openTwo()
    const known = await here.send<{ user: { email: string }; session: { token: string } }>(
      'GET',
      '/api/auth/get-session',
    )
    const asked = await context.server.another({ SESSION_CACHE_SECONDS: '0' }).app.request('/api/auth/get-session', {
      headers: { host: 'localhost', cookie: here.cookie },
    })
    expect(known.body).toEqual(await asked.json())
    await here.send('PUT', '/api/account/email', { email: `new-${known.body.user.email}`, password: 'correct horse' })
    const email = async (client: TestClient) =>
      (await client.send<{ user: { email: string } }>('GET', '/api/auth/get-session')).body.user.email
    expect(await email(here)).toBe(`new-${known.body.user.email}`)
    await expect.poll(() => email(there)).toBe(`new-${known.body.user.email}`)
  })

  it('extends a session with a new cookie when it is a day old', async () => {
    const { here } = await openTwo()
    await context.server.database.system.execute(
      sql`update sessions set expires_at = now() + interval '28 days' where user_id = ${here.userId}`,
    )
    const lengthened = async () => (await here.raw('GET', '/api/auth/get-session')).headers.getSetCookie().length > 0
    await expect.poll(lengthened).toBe(true)
  })
})
