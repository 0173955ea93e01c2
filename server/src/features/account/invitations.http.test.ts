import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminContext, Misuse } from '#server/admin/admin-context.ts'
import { runCommand } from '#server/admin/commands.ts'
import { readEnv } from '#server/env.ts'
import type { Server } from '#server/start/start-server.ts'
import { linkIn, type SmtpFake, startSmtpFake } from '#server-testing/smtp-fake.ts'
import { clientOf, cookieOf, sendOpen, signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { sweepInvitations } from './invitations.ts'

let open: TestServer
let invite: Server
let closed: Server
let post: SmtpFake
beforeAll(async () => {
  post = await startSmtpFake()
  open = await openTestServer()
  invite = open.another({ SIGN_UP: 'invite' })
  closed = open.another({ SIGN_UP: 'closed' })
})
afterAll(async () => {
  await open.close()
  await post.stop()
})

const newEmail = () => `${randomUUID()}@example.com`
const admin = (variables: Record<string, string> = {}): AdminContext => ({
  db: open.database.system,
  env: readEnv({ SIGN_UP: 'invite', ...variables }),
  connectionString: open.testDatabase.connectionString,
  say: () => undefined,
})
const run = (words: string[], variables?: Record<string, string>) => runCommand(admin(variables), words)

/** The token of the link that the command prints. */
async function tokenFor(email: string): Promise<string> {
  const { lines } = await run(['invite', email])
  const found = /http:\/\/localhost:3000\/signup#([\w-]{43})$/.exec(lines[0] ?? '')
  expect(lines[0]).toMatch(/which works once until \d{4}-\d\d-\d\d/)
  return found?.[1] ?? ''
}
const accept = (server: Server, email: string, invitation?: string, password = 'correct horse') =>
  sendOpen(server, 'POST', '/api/auth/sign-up/email', {
    body: { email, password, firstName: 'Ada', ...(invitation !== undefined && { invitation }) },
  })
const read = (server: Server, token: string) =>
  sendOpen<{ email?: string; code?: string }>(server, 'POST', '/api/invitations/read', { body: { token } })
const answerOf = ({ status, body }: Awaited<ReturnType<typeof accept>>) => [status, body.code, body.message]
const dead = [422, 'impossible', 'This invitation no longer works. Ask for another one.']

describe('a server with open sign-up', () => {
  it('says so, and creates accounts without an invitation, with one, and with a wrong one', async () => {
    expect((await sendOpen<object>(open, 'GET', '/api/sign-in-options')).body).toMatchObject({ signUp: 'open' })
    expect((await accept(open, newEmail())).status).toBe(200)
    expect((await accept(open, newEmail(), 'nonsense')).status).toBe(200)
    const email = newEmail()
    const token = await tokenFor(email)
    expect((await accept(open, email, token)).status).toBe(200)
    expect((await read(open, token)).status).toBe(404)
  })
})

describe('a server with closed sign-up', () => {
  it('says so, and refuses with and without an invitation', async () => {
    const email = newEmail()
    const token = await tokenFor(email)
    expect((await sendOpen<object>(closed, 'GET', '/api/sign-in-options')).body).toMatchObject({ signUp: 'closed' })
    for (const given of [undefined, token])
      expect(answerOf(await accept(closed, email, given))).toEqual([
        422,
        'impossible',
        'This server takes no new accounts.',
      ])
    expect((await read(closed, token)).status).toBe(404)
    await expect((async () => run(['invite', newEmail()], { SIGN_UP: 'closed' }))()).rejects.toThrow(Misuse)
  })

  it('lets existing accounts sign in', async () => {
    const email = newEmail()
    await signUp(open, email)
    const body = { email, password: 'correct horse' }
    expect((await sendOpen(closed, 'POST', '/api/auth/sign-in/email', { body })).status).toBe(200)
  })
})

describe('a server with sign-up by invitation', () => {
  it('reports that, and refuses sign-up without an invitation', async () => {
    expect((await sendOpen<object>(invite, 'GET', '/api/sign-in-options')).body).toMatchObject({ signUp: 'invite' })
    expect(answerOf(await accept(invite, newEmail()))).toEqual([
      422,
      'impossible',
      'This server takes new accounts by invitation only.',
    ])
  })

  it('creates an account by an invitation, once, for its email alone, in any letter case', async () => {
    const email = newEmail()
    const token = await tokenFor(email.toUpperCase())
    expect((await read(invite, token)).body).toEqual({ email })
    expect(answerOf(await accept(invite, newEmail(), token))).toEqual(dead)
    const accepted = await accept(invite, email, token)
    expect(accepted.status).toBe(200)
    const ada = clientOf(invite, '', cookieOf(accepted.headers))
    expect((await ada.send('GET', '/api/projects')).status).toBe(200)
    expect(answerOf(await accept(invite, email, token))).toEqual(dead)
    expect((await read(invite, token)).body.code).toBe('not-found')
  })

  it('creates one account where an invitation is accepted several times at once', async () => {
    const email = newEmail()
    const token = await tokenFor(email)
    const replies = await Promise.all([1, 2, 3].map(() => accept(invite, email, token)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  it('keeps an invitation valid where no account was created', async () => {
    const email = newEmail()
    const token = await tokenFor(email)
    expect((await accept(invite, email, token, 'short')).status).toBe(400)
    await signUp(open, email)
    expect((await accept(invite, email, token)).status).toBeGreaterThanOrEqual(400)
    expect((await read(invite, token)).status).toBe(200)
  })

  it('refuses an invitation that has expired, was revoked or was replaced', async () => {
    const [late, revoked, replaced] = [newEmail(), newEmail(), newEmail()]
    const tokens = [await tokenFor(late), await tokenFor(revoked), await tokenFor(replaced)] as const
    await open.database.system.execute(sql`update invitations set expires_at = now() where email = ${late}`)
    await run(['revoke-invitation', revoked])
    const newer = await tokenFor(replaced)
    for (const [email, token] of [
      [late, tokens[0]],
      [revoked, tokens[1]],
      [replaced, tokens[2]],
    ] as const)
      expect(answerOf(await accept(invite, email, token))).toEqual(dead)
    expect((await accept(invite, replaced, newer)).status).toBe(200)
  })

  it('stores no invitation token', async () => {
    const token = await tokenFor(newEmail())
    const { rows } = await open.database.system.execute<{ row: string }>(sql`select i::text as row from invitations i`)
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  })

  it('removes invitations 30 days after their end', async () => {
    const email = newEmail()
    await tokenFor(email)
    const left = async () =>
      (await open.database.system.execute(sql`select 1 from invitations where email = ${email}`)).rows.length
    await open.database.system.execute(
      sql`update invitations set expires_at = now() - interval '29 days' where email = ${email}`,
    )
    await sweepInvitations(open.database.system)
    expect(await left()).toBe(1)
    await open.database.system.execute(
      sql`update invitations set expires_at = now() - interval '31 days' where email = ${email}`,
    )
    await sweepInvitations(open.database.system)
    expect(await left()).toBe(0)
  })
})

describe('the operator', () => {
  it('lists the open invitations, and revokes one', async () => {
    const email = newEmail()
    await tokenFor(email)
    const listed = async () => (await run(['invitations'])).lines
    expect(await listed()).toContainEqual(expect.stringMatching(new RegExp(`^${email}, until \\d{4}-`)))
    await run(['revoke-invitation', email.toUpperCase()])
    expect((await listed()).join()).not.toContain(email)
    await expect((async () => run(['revoke-invitation', email]))()).rejects.toThrow(Misuse)
  })

  it('gets an error for an invalid email', async () => {
    const taken = newEmail()
    await signUp(open, taken)
    for (const email of ['ada', taken]) await expect((async () => run(['invite', email]))()).rejects.toThrow(Misuse)
  })

  it('sends it by email where a mail server is set up, with a link to the public address', async () => {
    const email = newEmail()
    const variables = {
      SMTP_URL: post.url,
      MAIL_FROM: 'Espalier <espalier@example.com>',
      PUBLIC_URL: 'https://pears.example',
    }
    const { lines } = await run(['invite', email], variables)
    expect(lines.at(-1)).toBe('It was sent by email.')
    const link = linkIn(await post.emailTo(email))
    expect([link.origin, link.pathname]).toEqual(['https://pears.example', '/signup'])
    expect((await read(invite, link.hash.slice(1))).body).toEqual({ email })
  })

  it('gets an error where the mail server refuses, and the link nevertheless', async () => {
    const refusing = await startSmtpFake('refuse')
    const variables = { SMTP_URL: refusing.url, MAIL_FROM: 'espalier@example.com', PUBLIC_URL: 'https://pears.example' }
    const { lines, outcome } = await run(['invite', newEmail()], variables)
    expect([outcome, lines[0], lines.at(-1)]).toEqual([
      'done',
      expect.stringContaining('https://pears.example/signup#'),
      expect.stringMatching(/^The mail server did not take it .*: send the link yourself\.$/s),
    ])
    await refusing.stop()
  })
})
