import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { resetPassword } from '#server/admin/reset-password.ts'
import { readEnv } from '#server/env.ts'
import type { Server } from '#server/start/start-server.ts'
import { openEvents, type SseClient } from '#server-testing/sse-client.ts'
import { clientOf, cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const password = 'correct horse'

type Person = {
  readonly email: string
  readonly here: TestClient
  readonly streams: SseClient[]
  readonly other: Server
}

/** Ada signed in once, with a stream on each of two processes. */
async function openTwo(): Promise<Person> {
  const other = context.server.another({ SESSION_CACHE_SECONDS: '60' })
  const here = await signUp(context.server)
  const { body } = await here.send<{ user: { email: string } }>('GET', '/api/auth/get-session')
  const streams = await Promise.all([context.server, other].map((server) => openEvents(server, here.cookie)))
  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  return { email: body.user.email, here, streams, other }
}

async function signInAgain({ email, here }: Person): Promise<TestClient> {
  const reply = await sendOpen(context.server, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
  expect(reply.status).toBe(200)
  return clientOf(context.server, here.userId, cookieOf(reply.headers))
}

/** Waits until they end: a minute before the process would ask for the session by itself, so it was notified. */
const untilEnded = (streams: readonly SseClient[]) => Promise.all(streams.map(({ ended }) => ended))

describe('an event stream', () => {
  it('ends in every process when its session is signed out', async () => {
    const { here, streams } = await openTwo()
    await here.send('POST', '/api/auth/sign-out', {})
    await untilEnded(streams)
  })

  it('ends when its person signs out everywhere', async () => {
    const person = await openTwo()
    const elsewhere = await signInAgain(person)
    await elsewhere.send('DELETE', '/api/account/sessions')
    await untilEnded(person.streams)
  })

  it('ends when the password is changed in another session, whose own stream goes on', async () => {
    const person = await openTwo()
    const elsewhere = await signInAgain(person)
    const theirs = await openEvents(context.server, elsewhere.cookie)
    await elsewhere.send('PUT', '/api/account/password', { currentPassword: password, newPassword: 'battery staple' })
    await untilEnded(person.streams)
    const { body } = await elsewhere.send<{ id: string }>('POST', '/api/projects', { title: 'Still seen' })
    await theirs.next((event) => event.data.projectId === body.id)
    theirs.close()
  })

  it('ends when the operator resets the password', async () => {
    const { email, streams } = await openTwo()
    const { database, testDatabase } = context.server
    const operator = { db: database.system, env: readEnv({}), connectionString: testDatabase.connectionString }
    await resetPassword({ ...operator, say: () => undefined }, email)
    await untilEnded(streams)
  })

  it('ends when the account is deleted', async () => {
    const { here, streams } = await openTwo()
    await here.send('DELETE', '/api/account', { password })
    await untilEnded(streams)
  })

  it('ends when its session expires, without any notification', async () => {
    const { system: db } = context.server.database
    const here = await signUp(context.server)
    const stream = await openEvents(context.server, here.cookie)
    expect(stream.status).toBe(200)
    await db.execute(
      sql`update sessions set expires_at = now() + interval '1500 milliseconds' where user_id = ${here.userId}`,
    )
    await expect.poll(async () => (await here.send('GET', '/api/projects')).status).toBe(401)
    await untilEnded([stream])
  })

  it('ends when the notification of its session was lost with the connection that listens', async () => {
    const { here, streams } = await openTwo()
    await context.server.database.system.execute(sql`
      with ended as (delete from sessions where user_id = ${here.userId} returning 1)
      select pg_terminate_backend(pid) from pg_stat_activity, ended
        where application_name = 'espalier-listen' and datname = current_database()`)
    await untilEnded(streams)
  })
})
