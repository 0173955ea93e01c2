import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationsShape } from '#contract/account/account.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { resetPassword } from '#server/admin/reset-password.ts'
import { readEnv } from '#server/env.ts'
import type { Server } from '#server/start/start-server.ts'
import { linkIn, type SmtpFake, startSmtpFake } from '#server-testing/smtp-fake.ts'
import { clientOf, cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

let post: SmtpFake
let server: TestServer
let strict: TestServer
let plain: TestServer
beforeAll(async () => {
  post = await startSmtpFake()
  const variables = {
    SMTP_URL: post.url,
    MAIL_FROM: 'Espalier <espalier@example.com>',
    PUBLIC_URL: 'https://pears.example',
  }
  server = await openTestServer({ variables })
  strict = await openTestServer({ variables: { ...variables, EMAIL_CONFIRMATION: 'needed' } })
  plain = await openTestServer()
})
afterAll(async () => {
  await Promise.all([server, strict, plain].map((each) => each.close()))
  await post.stop()
})

const newEmail = () => `${randomUUID()}@example.com`
const open = (on: Server, path: string, body: object) => sendOpen(on, 'POST', `/api/auth/${path}`, { body })
const signIn = (on: TestServer, email: string, password: string) => open(on, 'sign-in/email', { email, password })
/** The token in the link of an email. */
async function tokenFor(email: string, page: string): Promise<string> {
  const link = linkIn(await post.emailTo(email))
  expect(link.origin + link.pathname).toBe(`https://pears.example/${page}`)
  return link.searchParams.get('token') ?? ''
}

describe('a forgotten password', () => {
  it('is replaced by a link in an email, which works once and ends every session', async () => {
    const email = newEmail()
    const ada = await signUp(server, email)
    expect((await open(server, 'request-password-reset', { email })).status).toBe(200)
    const received = await post.emailTo(email)
    expect(received.from).toBe('espalier@example.com')
    expect(received.source).toMatch(/^Subject: Set a new password for Espalier$/m)
    const token = await tokenFor(email, 'reset-password')
    expect(token.length).toBeGreaterThanOrEqual(24)
    const reset = () => open(server, 'reset-password', { token, newPassword: 'another horse' })
    expect((await reset()).status).toBe(200)
    expect((await reset()).status).toBe(400)
    expect((await ada.send('GET', '/api/projects')).status).toBe(401)
    expect((await signIn(server, email, 'correct horse')).status).toBe(401)
    expect((await signIn(server, email, 'another horse')).status).toBe(200)
  })

  it('proves the address, so that it is sent emails about comments', async () => {
    const email = newEmail()
    const ada = await signUp(server, email)
    const notifications = async (client: TestClient) =>
      (await client.send<NotificationsShape>('GET', '/api/account/notifications')).body
    const canEmail = async (client: TestClient) => (await notifications(client)).canEmail
    expect(await notifications(ada)).toMatchObject({ canEmail: false, missing: 'confirmation' })
    await open(server, 'request-password-reset', { email })
    const token = await tokenFor(email, 'reset-password')
    await open(server, 'reset-password', { token, newPassword: 'another horse' })
    const signedIn = await signIn(server, email, 'another horse')
    const again = clientOf(server, ada.userId, cookieOf(signedIn.headers))
    expect(await notifications(again)).toMatchObject({ canEmail: true, missing: null })
    const elsewhere = await signUp(plain)
    expect(await notifications(elsewhere)).toMatchObject({ canEmail: false, missing: 'server' })
    await again.send('PUT', '/api/account/email', { email: newEmail(), password: 'another horse' })
    expect(await canEmail(again)).toBe(false)
  })

  it('lets its owner in at once, however many wrong passwords were tried before', async () => {
    const email = newEmail()
    const impatient = server.another({ SERVER_LIMITS: 'sign-in-attempts=3' })
    await signUp(server, email)
    await server.database.system.execute(sql`delete from rate_limits`)
    const statuses: number[] = []
    for (let count = 0; count < 4; count++)
      statuses.push((await open(impatient, 'sign-in/email', { email, password: 'wrong!' })).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    await open(server, 'request-password-reset', { email })
    const token = await tokenFor(email, 'reset-password')
    expect((await open(server, 'reset-password', { token, newPassword: 'another horse' })).status).toBe(200)
    await server.database.system.execute(sql`delete from rate_limits`)
    expect((await open(impatient, 'sign-in/email', { email, password: 'another horse' })).status).toBe(200)
  })

  it('is answered the same for an account that does not exist, and no email is sent', async () => {
    const email = newEmail()
    await signUp(server, email)
    const known = await open(server, 'request-password-reset', { email })
    const before = post.emails.length
    const unknown = await open(server, 'request-password-reset', { email: newEmail() })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await post.emailTo(email)
    expect(post.emails.length - before).toBeLessThanOrEqual(1)
  })

  it('stays after an hour, with a wrong token, or with a password that is too short', async () => {
    const email = newEmail()
    await signUp(server, email)
    await open(server, 'request-password-reset', { email })
    const token = await tokenFor(email, 'reset-password')
    for (const wrong of ['x', 'a\u0000b'])
      expect((await open(server, 'reset-password', { token: wrong, newPassword: 'another horse' })).status).toBe(400)
    expect((await open(server, 'reset-password', { token, newPassword: 'short' })).status).toBe(400)
    const { rows } = await server.database.system.execute<{ minutes: number }>(
      sql`select extract(epoch from expires_at - now())::float8 / 60 as minutes from verifications where identifier like ${`%${token}`}`,
    )
    expect(rows[0]?.minutes).toBeGreaterThan(59)
    expect(rows[0]?.minutes).toBeLessThanOrEqual(60)
    await server.database.system.execute(sql`update verifications set expires_at = now() - interval '1 second'`)
    expect((await open(server, 'reset-password', { token, newPassword: 'another horse' })).status).toBe(400)
    expect((await signIn(server, email, 'correct horse')).status).toBe(200)
  })

  it('sends three emails an hour to one recipient, answers the same after that, and leaves the last link alone', async () => {
    const email = newEmail()
    await signUp(server, email)
    const ask = async () => {
      const { status, body } = await open(server, 'request-password-reset', { email })
      return [status, body]
    }
    const sent = () => post.emails.filter(({ to }) => to === email)
    const tokens: string[] = []
    const replies: unknown[] = []
    for (let count = 1; count <= 3; count++) {
      replies.push(await ask())
      await expect.poll(() => sent().length).toBe(count)
      tokens.push(linkIn(sent().at(-1)!).searchParams.get('token') ?? '')
    }
    for (let count = 0; count < 3; count++) replies.push(await ask())
    // An email to someone else is sent later than any to this recipient would have been.
    const other = newEmail()
    await signUp(server, other)
    await open(server, 'request-password-reset', { email: other })
    await post.emailTo(other)
    expect([sent().length, new Set(replies.map((reply) => JSON.stringify(reply))).size]).toEqual([3, 1])
    const statuses: number[] = []
    for (const token of tokens)
      statuses.push((await open(server, 'reset-password', { token, newPassword: 'another horse' })).status)
    expect(statuses).toEqual([400, 400, 200])
    const { rows } = await server.database.system.execute(
      sql`select 1 from verifications where value = (select id::text from users where email = ${email})`,
    )
    expect(rows).toEqual([])
    await server.database.system.execute(sql`update sent_emails set sent_at = sent_at - interval '61 minutes'`)
    await ask()
    await expect.poll(() => sent().length).toBe(4)
  })

  it('works with one link at most where several are requested at once', async () => {
    const email = newEmail()
    await signUp(server, email)
    await Promise.all([1, 2, 3].map(() => open(server, 'request-password-reset', { email })))
    const valid = async () =>
      (
        await server.database.system.execute<{ identifier: string }>(
          sql`select identifier from verifications where value = (select id::text from users where email = ${email})`,
        )
      ).rows
    // A link that another one has replaced is not sent, or arrives before or after it.
    const sentAndValid = async () => {
      const links = await valid()
      const emails = post.emails.filter(({ to }) => to === email)
      const tokens = emails.map((each) => linkIn(each).searchParams.get('token') ?? '')
      return [links.length, tokens.filter((token) => links[0]?.identifier.includes(token)).length]
    }
    await expect.poll(sentAndValid).toEqual([1, 1])
  })

  it.each<[string, (ada: TestClient) => Promise<unknown>]>([
    [
      'password',
      (ada) =>
        ada.send('PUT', '/api/account/password', { currentPassword: 'correct horse', newPassword: 'battery staple' }),
    ],
    ['email', (ada) => ada.send('PUT', '/api/account/email', { email: newEmail(), password: 'correct horse' })],
    [
      'password by the operator',
      async (ada) => {
        const { body } = await ada.send<{ user: { email: string } }>('GET', '/api/auth/get-session')
        const { system: db } = server.database
        const { connectionString } = server.testDatabase
        await resetPassword({ db, env: readEnv({}), connectionString, say: () => undefined }, body.user.email)
      },
    ],
  ])('has no valid reset link after a change of %s', async (_, change) => {
    const email = newEmail()
    const ada = await signUp(server, email)
    await open(server, 'request-password-reset', { email })
    const token = await tokenFor(email, 'reset-password')
    await change(ada)
    expect((await open(server, 'reset-password', { token, newPassword: 'another horse' })).status).toBe(400)
  })

  it("always links to the server's own address, whatever the request says", async () => {
    const body = { email: newEmail(), redirectTo: 'https://evil.example' }
    expect((await open(server, 'request-password-reset', body)).status).toBe(400)
  })

  it('can be reset by the operator only where no mail server is set up', async () => {
    expect((await sendOpen(plain, 'GET', '/api/sign-in-options')).body).toEqual({
      resetsPassword: false,
      confirmsEmail: false,
      signUp: 'open',
      allowsGuests: false,
    })
    expect((await sendOpen(server, 'GET', '/api/sign-in-options')).body).toEqual({
      resetsPassword: true,
      confirmsEmail: false,
      signUp: 'open',
      allowsGuests: false,
    })
    expect((await open(plain, 'request-password-reset', { email: newEmail() })).status).toBe(404)
  })
})

describe('an email that must be confirmed', () => {
  it('keeps a new account out until the link in its email is opened, which signs in', async () => {
    const email = newEmail()
    const account = { email, password: 'correct horse', firstName: 'Ada' }
    const signedUp = await open(strict, 'sign-up/email', account)
    expect([signedUp.status, cookieOf(signedUp.headers)]).toEqual([200, ''])
    const refused = await signIn(strict, email, 'correct horse')
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    expect(refused.body.message).toBe('Confirm your email first. We have sent you an email with a link.')
    const token = await tokenFor(email, 'confirm-email')
    const confirmed = await open(strict, 'verify-email', { token })
    expect(confirmed.status).toBe(200)
    const ada = clientOf(strict, '', cookieOf(confirmed.headers))
    expect((await ada.send('GET', '/api/projects')).status).toBe(200)
    expect((await signIn(strict, email, 'correct horse')).status).toBe(200)
  })

  it('begins a session that hands out lasting access only after the password', async () => {
    const email = newEmail()
    await open(strict, 'sign-up/email', { email, password: 'correct horse', firstName: 'Ada' })
    const confirmed = await open(strict, 'verify-email', { token: await tokenFor(email, 'confirm-email') })
    const ada = clientOf(strict, '', cookieOf(confirmed.headers))
    const createToken = () => ada.send<ErrorBody>('POST', '/api/tokens', { name: 'A program', scopes: ['read'] })
    const refused = await createToken()
    expect([refused.status, refused.body.data]).toEqual([422, { reason: 'password' }])
    await ada.send('POST', '/api/account/confirm-password', { password: 'correct horse' })
    expect((await createToken()).status).toBe(201)
  })

  it("is not confirmed by opening the link alone, which another site could do in a visitor's browser", async () => {
    const email = newEmail()
    await open(strict, 'sign-up/email', { email, password: 'correct horse', firstName: 'Ada' })
    const token = await tokenFor(email, 'confirm-email')
    expect((await sendOpen(strict, 'GET', `/api/auth/verify-email?token=${token}`)).status).toBe(404)
    const foreign = { body: { token }, headers: { origin: 'https://evil.example' } }
    expect((await sendOpen(strict, 'POST', '/api/auth/verify-email', foreign)).status).toBe(403)
    expect((await signIn(strict, email, 'correct horse')).status).toBe(401)
  })

  it('gets its confirmation sent again on request, with the same answer for an account that does not exist', async () => {
    const email = newEmail()
    await open(strict, 'sign-up/email', { email, password: 'correct horse', firstName: 'Ada' })
    const first = await post.emailTo(email)
    const again = await open(strict, 'send-verification-email', { email })
    const unknown = await open(strict, 'send-verification-email', { email: newEmail() })
    expect([again.status, again.body]).toEqual([unknown.status, unknown.body])
    expect(again.status).toBe(200)
    const second = await post.emailTo(email, first)
    expect(second.source).toMatch(/^Subject: Confirm your email for Espalier$/m)
    expect(post.emails.filter(({ to }) => to === email)).toHaveLength(2)
  })

  it('gets it at most three times an hour, counted over all ways of requesting it', async () => {
    const email = newEmail()
    await open(strict, 'sign-up/email', { email, password: 'correct horse', firstName: 'Ada' })
    await signIn(strict, email, 'correct horse')
    const replies = await Promise.all([1, 2, 3].map(() => open(strict, 'send-verification-email', { email })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    await signIn(strict, email, 'correct horse')
    const other = newEmail()
    await open(strict, 'sign-up/email', { email: other, password: 'correct horse', firstName: 'Eve' })
    await post.emailTo(other)
    expect(post.emails.filter(({ to }) => to === email)).toHaveLength(3)
  })

  it('is required only where the server requires it', async () => {
    expect((await sendOpen(strict, 'GET', '/api/sign-in-options')).body).toEqual({
      resetsPassword: true,
      confirmsEmail: true,
      signUp: 'open',
      allowsGuests: false,
    })
    expect((await open(server, 'send-verification-email', { email: newEmail() })).status).toBe(404)
  })

  it('is not confirmed by any other token', async () => {
    expect((await open(strict, 'verify-email', { token: 'x' })).status).toBe(401)
    expect((await open(strict, 'verify-email', { token: 'x', callbackURL: '//evil.example' })).status).toBe(400)
  })
})
