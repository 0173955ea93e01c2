import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreditsShape } from '#contract/money/credits.ts'
import { guestDays, guestsPerDay, isGuestEmail } from '#domain/account/guest.ts'
import { createWorkItems } from '#server/background/work-items.ts'
import { sweepActivity } from '#server/features/account/activity.ts'
import { sweepIdleGuests } from '#server/features/account/delete-account.ts'
import type { Server } from '#server/start/start-server.ts'
import { askDatabase } from '#server-testing/ask-database.ts'
import { linkIn, type SmtpFake, startSmtpFake } from '#server-testing/smtp-fake.ts'
import { clientOf, cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer, withTestServer } from '#server-testing/test-server.ts'
import { sweepAttempts } from './count-attempt.ts'
import { sweepSentEmails } from './limited-mail.ts'

type SessionReply = { user: { id: string; email: string; firstName: string; isGuest: boolean } } | null

const post = <Body = unknown>(server: Server, path: string, body: object, cookie?: string) =>
  sendOpen<Body>(server, 'POST', `/api/auth/${path}`, { body, ...(cookie && { headers: { cookie } }) })

/** Forgets what was counted for this network. */
async function forgetCounts(server: Server): Promise<void> {
  await server.database.system.execute(sql`delete from attempt_counts`)
  await server.database.system.execute(sql`delete from rate_limits`)
}

/** A new guest's browser. Each counts from the start: the limit has a test of its own. */
async function startGuest(server: Server): Promise<TestClient> {
  await forgetCounts(server)
  const reply = await post<{ user: { id: string } }>(server, 'sign-in/guest', {})
  if (reply.status !== 200) throw new Error(`A guest was answered with ${reply.status}`)
  return clientOf(server, reply.body.user.id, cookieOf(reply.headers))
}

const newEmail = () => `${randomUUID()}@example.com`
const account = (email: string) => ({ email, password: 'correct horse', name: 'Ada', firstName: 'Ada' })
const signUpAs = (server: Server, guest: TestClient, email: string) =>
  post<{ user: { id: string } }>(server, 'sign-up/email', account(email), guest.cookie)
const sessionOf = async (client: TestClient) =>
  (await client.send<SessionReply>('GET', '/api/auth/get-session')).body?.user
const signIn = (server: Server, email: string) =>
  post<{ user: { id: string } }>(server, 'sign-in/email', { email, password: 'correct horse' })

const context = withTestServer({ variables: { GUESTS: 'on', SKETCH_CREDITS: '1' } })

describe('a guest', () => {
  it('is offered by the sign-in options, where the operator allows it', async () => {
    const { body } = await sendOpen<{ allowsGuests: boolean }>(context.server, 'GET', '/api/sign-in-options')
    expect(body.allowsGuests).toBe(true)
    const off = await openTestServer()
    const options = await sendOpen<{ allowsGuests: boolean }>(off, 'GET', '/api/sign-in-options')
    const refused = await post<{ code: string }>(off, 'sign-in/guest', {})
    const { rows } = await off.database.system.execute(sql`select 1 from users`)
    await off.close()
    expect([options.body.allowsGuests, refused.status, refused.body.code, rows]).toEqual([false, 404, 'not-found', []])
  })

  it('makes pictures with the credits of a new account', async () => {
    const guest = await startGuest(context.server)
    expect(await sessionOf(guest)).toMatchObject({ id: guest.userId, isGuest: true, firstName: 'Guest' })
    const before = await guest.send<CreditsShape>('GET', '/api/credits')
    const made = await guest.settled(await guest.generate({ prompt: 'a fox' }))
    expect(made.status).toBe('completed')
    const after = await guest.send<CreditsShape>('GET', '/api/credits')
    expect([before.body.available, after.body.available]).toEqual([27_000, 26_600])
  })

  it('is refused to another site, to a body that says more, and to a user who is signed in', async () => {
    const elsewhere = await sendOpen(context.server, 'POST', '/api/auth/sign-in/guest', {
      body: {},
      headers: { origin: 'https://evil.example' },
    })
    const more = await post<{ code: string }>(context.server, 'sign-in/guest', { isGuest: false })
    const ada = await signUp(context.server)
    const again = await post<{ code: string }>(context.server, 'sign-in/guest', {}, ada.cookie)
    const guest = await startGuest(context.server)
    const twice = await post<{ code: string }>(context.server, 'sign-in/guest', {}, guest.cookie)
    expect([elsewhere, more, again, twice].map(({ status }) => status)).toEqual([403, 400, 409, 409])
  })

  it('cannot be signed in to by email, nor be sent a password', async () => {
    const guest = await startGuest(context.server)
    const email = (await sessionOf(guest))?.email ?? ''
    expect(isGuestEmail(email)).toBe(true)
    const tried = await post<{ message: string }>(context.server, 'sign-in/email', { email, password: 'any word' })
    expect([tried.status, tried.body.message]).toEqual([401, 'Invalid email or password'])
  })

  it.each([
    ['POST', (id: string) => `/api/projects/${id}/shares`, { expiry: 'never', showsPrompts: false }],
    ['PUT', () => '/api/model-keys/openai', { key: 'a-key-of-mine' }],
    ['POST', () => '/api/model-connections/look', { kind: 'fal', key: 'a-key-of-mine' }],
    ['POST', () => '/api/model-connections', { kind: 'fal', name: 'fal', key: 'k', audience: 'me', models: [] }],
    ['PUT', () => '/api/account/password', { currentPassword: 'x', newPassword: 'correct horse' }],
    ['PUT', () => '/api/account/email', { email: 'guest@example.com', password: 'x' }],
    ['POST', () => '/api/billing/checkout', { plan: 'pro' }],
    ['POST', () => '/api/billing/portal', undefined],
    ['PUT', () => '/api/billing/plan', { plan: 'pro' }],
    ['POST', () => '/api/webhooks', { url: 'https://example.com/hook', events: ['credits.low'] }],
    ['POST', (id: string) => `/api/webhooks/${id}/test`, undefined],
    ['POST', (id: string) => `/api/webhooks/${id}/resume`, undefined],
    ['POST', (id: string) => `/api/webhooks/${id}/deliveries/${id}/again`, undefined],
  ])('is asked to sign up first for what needs an account (%s, case %#)', async (method, path, body) => {
    const guest = await startGuest(context.server)
    const project = await guest.send<{ id: string }>('POST', '/api/projects', { title: 'Mine' })
    for (const address of [path(project.body.id), `${path(project.body.id)}/`]) {
      const reply = await guest.send(method, address, body)
      expect([reply.status, reply.body.code, reply.body.data]).toEqual([422, 'impossible', { reason: 'guest' }])
    }
  })

  it('finds nothing of another guest, and shows them nothing', async () => {
    const [guest, other] = [await startGuest(context.server), await startGuest(context.server)]
    const { projectId } = await guest.generate({ prompt: 'a fox' })
    for (const path of ['', '/board', '/generations', '/export'])
      expect((await other.send('GET', `/api/projects/${projectId}${path}`)).status).toBe(404)
    expect((await other.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
  })

  it('deletes everything without a password, which there is none of', async () => {
    const guest = await startGuest(context.server)
    await guest.settled(await guest.generate({ prompt: 'a fox' }))
    expect((await guest.send('DELETE', '/api/account', { password: '' })).status).toBe(200)
    expect((await guest.send('GET', '/api/projects')).status).toBe(401)
  })
})

/** Moves what was counted into the past. */
async function letPass(seconds: number): Promise<void> {
  const { system } = context.server.database
  await system.execute(sql`update rate_limits set last_request = last_request - ${seconds * 1_000}`)
  await system.execute(sql`update attempt_counts set ends_at = ends_at - ${seconds} * interval '1 second'`)
}

describe('the limit on guests', () => {
  it('counts by network and day, and says what to do', async () => {
    await forgetCounts(context.server)
    const statuses = []
    for (let count = 0; count < guestsPerDay; count++)
      statuses.push((await post(context.server, 'sign-in/guest', {})).status)
    expect(statuses).toEqual(Array(guestsPerDay).fill(200))
    const refused = await post<{ code: string; message: string }>(context.server, 'sign-in/guest', {})
    expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
    expect(refused.body.message).toContain('Sign up instead')
    await letPass(86_401)
    expect((await post(context.server, 'sign-in/guest', {})).status).toBe(200)
  })

  it('lasts a day, also where better-auth sweeps its own counts after a minute', async () => {
    await forgetCounts(context.server)
    const stranger = async () =>
      (await post(context.server, 'sign-in/email', { email: newEmail(), password: 'wrong horse' })).status
    for (let count = 0; count < guestsPerDay; count++) await post(context.server, 'sign-in/guest', {})
    // Of its own windows two roll over: then it deletes the rows before.
    for (let minute = 0; minute < 2; minute++) {
      expect(await stranger()).toBe(401)
      await letPass(75)
    }
    expect(await stranger()).toBe(401)
    await sweepAttempts(context.server.database.system)
    expect((await post(context.server, 'sign-in/guest', {})).status).toBe(429)
    await letPass(86_400)
    expect((await post(context.server, 'sign-in/guest', {})).status).toBe(200)
    await sweepAttempts(context.server.database.system)
    const { rows } = await context.server.database.system.execute(
      sql`select count from attempt_counts where key like 'guests:%'`,
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('is as strict as that of signing up, and does not count what that refuses', async () => {
    await forgetCounts(context.server)
    const strict = context.server.another({ SERVER_LIMITS: 'sign-in-attempts=3' })
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await post(strict, 'sign-in/guest', {})).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const { rows } = await context.server.database.system.execute(
      sql`select count from attempt_counts where key like 'guests:%'`,
    )
    expect(rows).toEqual([{ count: 3 }])
  })
})

describe('signing up as a guest', () => {
  it('keeps the user, the board, its pictures and what is left of the credits', async () => {
    const guest = await startGuest(context.server)
    const card = await guest.settled(await guest.generate({ prompt: 'a fox' }))
    const picture = `/api/images/${card.images[0]?.id}/file`
    await guest.send('GET', '/api/profile')
    const ledgerBefore = await guest.send('GET', '/api/credits/ledger')
    const email = newEmail()
    const reply = await signUpAs(context.server, guest, email.toUpperCase())
    expect([reply.status, reply.body.user.id]).toEqual([200, guest.userId])
    expect(await sessionOf(guest)).toMatchObject({ id: guest.userId, email, firstName: 'Ada', isGuest: false })

    // A second device.
    const elsewhere = await signIn(context.server, email)
    const device = clientOf(context.server, elsewhere.body.user.id, cookieOf(elsewhere.headers))
    expect(device.userId).toBe(guest.userId)
    for (const client of [guest, device]) {
      const { body } = await client.send<{ items: { id: string }[] }>(
        'GET',
        `/api/projects/${card.projectId}/generations`,
      )
      expect(body.items.map(({ id }) => id)).toEqual([card.id])
      expect((await client.raw('GET', picture)).status).toBe(200)
      expect((await client.send<CreditsShape>('GET', '/api/credits')).body.available).toBe(26_600)
    }
    expect((await guest.send('GET', '/api/credits/ledger')).body).toEqual(ledgerBefore.body)
    const profile = await device.send<{ username: string; firstName: string }>('GET', '/api/profile')
    expect(profile.body).toMatchObject({
      firstName: 'Ada',
      username: email.split('@')[0]?.replaceAll('-', '.').slice(0, 30),
    })
    const activity = await device.send<{ items: { kind: string }[] }>('GET', '/api/account/activity')
    expect(activity.body.items.map(({ kind }) => kind)).toEqual(['signed-in', 'signed-up'])
    expect(
      (await device.send('POST', `/api/projects/${card.projectId}/shares`, { expiry: 'never', showsPrompts: false }))
        .status,
    ).toBe(201)
  })

  it('keeps a username that the guest has chosen', async () => {
    const guest = await startGuest(context.server)
    const username = `fox_${randomUUID().slice(0, 8)}`
    await guest.send('PATCH', '/api/profile', { username })
    await signUpAs(context.server, guest, newEmail())
    expect((await guest.send<{ username: string }>('GET', '/api/profile')).body.username).toBe(username)
  })

  it('is refused with an email that is taken, and changes nothing', async () => {
    const email = newEmail()
    const ada = await signUp(context.server, email)
    const guest = await startGuest(context.server)
    const before = await sessionOf(guest)
    const reply = await signUpAs(context.server, guest, email)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ data: { reason: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' } })
    expect(await sessionOf(guest)).toEqual(before)
    expect((await signIn(context.server, email)).body.user.id).toBe(ada.userId)
  })

  it('is refused with a bad body, and changes nothing', async () => {
    const guest = await startGuest(context.server)
    for (const over of [{ password: 'short' }, { email: 'ada' }, { firstName: '' }]) {
      const reply = await post(context.server, 'sign-up/email', { ...account(newEmail()), ...over }, guest.cookie)
      expect(reply.status).toBe(400)
    }
    expect(await sessionOf(guest)).toMatchObject({ isGuest: true, firstName: 'Guest' })
  })

  it('makes one account of two sign-ups at the same moment', async () => {
    const guest = await startGuest(context.server)
    const replies = await Promise.all([newEmail(), newEmail()].map((email) => signUpAs(context.server, guest, email)))
    const made = replies.filter(({ status, body }) => status === 200 && body.user.id === guest.userId)
    expect(made).toHaveLength(1)
    const { rows } = await context.server.database.system.execute(
      sql`select count(*)::int as accounts from accounts where user_id = ${guest.userId}`,
    )
    expect(rows).toEqual([{ accounts: 1 }])
  })

  it('is refused where the server takes no new accounts any more', async () => {
    const guest = await startGuest(context.server)
    const closed = context.server.another({ GUESTS: 'off', SIGN_UP: 'closed' })
    const reply = await signUpAs(closed, guest, newEmail())
    expect(reply.status).toBe(422)
    expect((await guest.send('GET', '/api/projects')).status).toBe(200)
  })

  it('leaves the guest alone when an existing account signs in instead', async () => {
    const email = newEmail()
    const ada = await signUp(context.server, email)
    const guest = await startGuest(context.server)
    const { projectId } = await guest.generate({ prompt: 'a fox' })
    const credentials = { email, password: 'correct horse' }
    const reply = await post<{ user: { id: string } }>(context.server, 'sign-in/email', credentials, guest.cookie)
    expect(reply.body.user.id).toBe(ada.userId)
    const signedIn = clientOf(context.server, ada.userId, cookieOf(reply.headers))
    expect((await signedIn.send('GET', `/api/projects/${projectId}`)).status).toBe(404)
    expect((await guest.send('GET', `/api/projects/${projectId}`)).status).toBe(200)
  })
})

describe('signing up as a guest where emails are confirmed', () => {
  let mailbox: SmtpFake
  let server: TestServer
  beforeAll(async () => {
    mailbox = await startSmtpFake()
    server = await openTestServer({
      variables: {
        GUESTS: 'on',
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'Espalier <espalier@example.com>',
        PUBLIC_URL: 'https://pears.example',
        EMAIL_CONFIRMATION: 'needed',
      },
    })
  })
  afterAll(async () => {
    await server.close()
    await mailbox.stop()
  })
  const tokenFor = async (email: string) => linkIn(await mailbox.emailTo(email)).searchParams.get('token') ?? ''

  it('stays a guest until the link is followed, then has the board on every device', async () => {
    const guest = await startGuest(server)
    const { projectId } = await guest.generate({ prompt: 'a fox' })
    await guest.send('GET', '/api/profile')
    const email = newEmail()
    expect((await signUpAs(server, guest, email)).status).toBe(200)
    expect(await sessionOf(guest)).toMatchObject({ id: guest.userId, isGuest: true })
    expect((await signIn(server, email)).status).toBe(401)
    expect((await guest.send('GET', `/api/projects/${projectId}`)).status).toBe(200)

    // Followed in another browser.
    const confirmed = await post(server, 'verify-email', { token: await tokenFor(email) })
    expect(confirmed.status).toBe(200)
    const device = clientOf(server, guest.userId, cookieOf(confirmed.headers))
    for (const client of [guest, device]) {
      // The database notifies the server's cache of sessions.
      await expect.poll(() => sessionOf(client)).toMatchObject({ id: guest.userId, isGuest: false, email })
      expect((await client.send('GET', `/api/projects/${projectId}`)).status).toBe(200)
    }
    const profile = await device.send<{ username: string; firstName: string }>('GET', '/api/profile')
    expect(profile.body.firstName).toBe('Ada')
    expect(profile.body.username).not.toContain('guest')
  })

  it('takes another email after a mistyped one, whose link is dead then', async () => {
    const guest = await startGuest(server)
    const [mistyped, right] = [newEmail(), newEmail()]
    await signUpAs(server, guest, mistyped)
    const dead = await tokenFor(mistyped)
    await signUpAs(server, guest, right)
    expect((await post(server, 'verify-email', { token: dead })).status).toBe(401)
    expect((await post(server, 'verify-email', { token: await tokenFor(right) })).status).toBe(200)
    expect(await sessionOf(guest)).toMatchObject({ email: right, isGuest: false })
  })

  it('shows by no reply whether the email is taken', async () => {
    const taken = newEmail()
    const first = await startGuest(server)
    await signUpAs(server, first, taken)
    await tokenFor(taken)
    const guest = await startGuest(server)
    const other = await startGuest(server)
    const [refused, accepted] = [await signUpAs(server, guest, taken), await signUpAs(server, other, newEmail())]
    expect(refused.status).toBe(accepted.status)
    expect(Object.keys(refused.body.user)).toEqual(Object.keys(accepted.body.user))
    const again = await post(server, 'send-verification-email', { email: taken }, guest.cookie)
    expect(again.status).toBe(200)
    expect(await sessionOf(guest)).toMatchObject({ isGuest: true, firstName: 'Guest' })
  })

  it('sends no link to the placeholder of a guest', async () => {
    const guest = await startGuest(server)
    await sweepSentEmails(server.database.system)
    const placeholder = (await sessionOf(guest))?.email ?? ''
    expect((await post(server, 'request-password-reset', { email: placeholder })).status).toBe(200)
    expect((await post(server, 'send-verification-email', { email: placeholder })).status).toBe(200)
    // A later email has arrived, theirs has not.
    const email = newEmail()
    await signUpAs(server, guest, email)
    await tokenFor(email)
    expect(mailbox.emails.some(({ to }) => to.includes(placeholder))).toBe(false)
  })
})

describe('an idle guest', () => {
  const age = async (guest: TestClient, days: number) => {
    const { system } = context.server.database
    await system.execute(
      sql`update users set created_at = now() - make_interval(days => ${days}) where id = ${guest.userId}`,
    )
    await system.execute(
      sql`update sessions set created_at = now() - make_interval(days => ${days}) where user_id = ${guest.userId}`,
    )
  }
  const endSessions = (guest: TestClient) =>
    context.server.database.system.execute(
      sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${guest.userId}`,
    )
  const exists = async (guest: TestClient) => {
    const { rows } = await context.server.database.system.execute(sql`select 1 from users where id = ${guest.userId}`)
    return rows.length === 1
  }
  const isDeleted = async (guest: TestClient) => {
    const { rows } = await context.server.database.system.execute(
      sql`select 1 from users where id = ${guest.userId} and deleted_at is null`,
    )
    return rows.length === 0
  }
  const sweep = () =>
    sweepIdleGuests(context.server.database.system, { items: createWorkItems(), signal: new AbortController().signal })

  it('delays no other guest where it can not be deleted', async () => {
    const [stuck, other] = [await startGuest(context.server), await startGuest(context.server)]
    for (const [guest, days] of [
      [stuck, 2],
      [other, 1],
    ] as const) {
      await age(guest, guestDays + days)
      await endSessions(guest)
    }
    const query = (text: string) => askDatabase(context.server.testDatabase.connectionString, text)
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`)
    await query(
      `create trigger stuck before delete on users for each row when (old.id = '${stuck.userId}') execute function refuse()`,
    )
    await sweep()
    await expect.poll(() => exists(other), { timeout: 20_000 }).toBe(false)
    expect(await exists(stuck)).toBe(true)
    await query('drop trigger stuck on users; drop function refuse')
  })

  it('is deleted with all files', async () => {
    const guest = await startGuest(context.server)
    const card = await guest.settled(await guest.generate({ prompt: 'a fox' }))
    await age(guest, guestDays + 1)
    await endSessions(guest)
    await sweep()
    await expect.poll(() => exists(guest), { timeout: 20_000 }).toBe(false)
    const { rows } = await context.server.database.system.execute<{ count: number }>(
      sql`select count(*)::int from unused_files where key like ${`%${card.images[0]?.id}%`}`,
    )
    expect(rows[0]?.count).toBeGreaterThan(0)
  })

  it('is kept for its days, while its session lasts, and as an account', async () => {
    const [fresh, active, account] = [
      await startGuest(context.server),
      await startGuest(context.server),
      await startGuest(context.server),
    ]
    await signUpAs(context.server, account, newEmail())
    await age(fresh, guestDays - 1)
    await age(active, 400)
    await age(account, 400)
    await endSessions(fresh)
    await endSessions(account)
    await sweepActivity(context.server.database.system)
    await sweep()
    expect([await exists(fresh), await exists(active), await exists(account)]).toEqual([true, true, true])
    expect([await isDeleted(fresh), await isDeleted(active), await isDeleted(account)]).toEqual([false, false, false])
    expect((await active.send('GET', '/api/projects')).status).toBe(200)
  })

  it('comes in by the name that the cookie of a session had before, and is given the present one', async () => {
    const guest = await startGuest(context.server)
    const [name = '', value = ''] = guest.cookie.split(/=(.*)/s)
    const before = clientOf(context.server, guest.userId, `better-auth.session_token=${value}`)
    expect((await before.send('GET', '/api/projects')).status).toBe(200)
    const { headers } = await before.send('GET', '/api/auth/get-session')
    expect(cookieOf(headers)).toBe(`${name}=${value}`)
    expect(headers.getSetCookie()[0]).toMatch(/; Max-Age=\d{6,7}; Path=\/; HttpOnly; SameSite=Lax$/)
    // One that is there already comes first, and nothing is renamed.
    const both = clientOf(context.server, guest.userId, `${guest.cookie}; better-auth.session_token=of.another`)
    expect((await both.send('GET', '/api/auth/get-session')).headers.getSetCookie()).toEqual([])
    const other = clientOf(context.server, guest.userId, 'better-auth.session_token=of.another')
    expect((await other.send('GET', '/api/projects')).status).toBe(401)
  })
})
