import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionShape } from '#contract/account/account.ts'
import type { BillingShape } from '#contract/money/billing.ts'
import { asUserId } from '#domain/account/user-id.ts'
import { runOnce } from '#server/background/runner.ts'
import { purgeTask } from '#server/features/trash/purge-task.ts'
import { readZip } from '#server-testing/read-zip.ts'
import { removedAccount } from '#server-testing/removed-account.ts'
import { type StripeFake, startStripeFake } from '#server-testing/stripe-fake.ts'
import { clientOf, cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer, withTestServer } from '#server-testing/test-server.ts'
import { exportedTables, leftOut } from './account-records.ts'

const context = withTestServer({ variables: { SKETCH_CREDITS: '1', SKETCH_DRILL: 'on' } })
const password = 'correct horse'

async function signIn(email: string, word = password, server: TestServer = context.server) {
  const reply = await sendOpen<{ user?: { id: string } }>(server, 'POST', '/api/auth/sign-in/email', {
    body: { email, password: word },
    headers: { 'user-agent': 'Loom/1.0' },
  })
  return { status: reply.status, client: clientOf(server, reply.body.user?.id ?? '', cookieOf(reply.headers)) }
}
const isSignedIn = async (client: TestClient) => (await client.send('GET', '/api/projects')).status === 200
const newAccount = async () => {
  const email = `${randomUUID()}@example.com`
  return { email, ada: await signUp(context.server, email) }
}

describe('a password', () => {
  it('is changed by a person who knows the old one; every other session ends', async () => {
    const { email, ada } = await newAccount()
    const other = (await signIn(email)).client
    const reply = await ada.send<{ ended: number }>('PUT', '/api/account/password', {
      currentPassword: password,
      newPassword: 'another horse',
    })
    expect([reply.status, reply.body]).toEqual([200, { ended: 1, endedTokens: 0 }])
    expect([await isSignedIn(ada), await isSignedIn(other)]).toEqual([true, false])
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'another horse')).status).toBe(200)
  })

  it.each([
    ['the wrong password', { currentPassword: 'wrong!' }, 422],
    ['a new one of five characters', { newPassword: 'short' }, 400],
    ['a new one of 129', { newPassword: 'x'.repeat(129) }, 400],
  ])('stays with %s', async (_, over, status) => {
    const { email, ada } = await newAccount()
    const body = { currentPassword: password, newPassword: 'another horse', ...over }
    const reply = await ada.send('PUT', '/api/account/password', body)
    expect(reply.status).toBe(status)
    expect(reply.body.data?.issues?.[0]?.path).toEqual([Object.keys(over)[0]])
    expect((await signIn(email)).status).toBe(200)
  })
})

describe('guessing a password', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ variables: { SERVER_LIMITS: 'sign-in-attempts=3' } })
  })
  afterAll(() => server.close())

  it('from a stolen session is stopped after a few tries, also with the right password', async () => {
    const ada = await signUp(server)
    const guess = (word: string) => ada.send('DELETE', '/api/account', { password: word })
    const statuses: number[] = []
    for (const word of ['one', 'two', 'three', 'four', password]) statuses.push((await guess(word)).status)
    expect(statuses).toEqual([422, 422, 422, 429, 429])
    expect(await isSignedIn(ada)).toBe(true)
  })
})

describe('an email', () => {
  it('is changed with the password, and signs in from then on', async () => {
    const { email, ada } = await newAccount()
    const next = `New.${randomUUID()}@example.com`
    const reply = await ada.send('PUT', '/api/account/email', { email: next, password })
    expect([reply.status, reply.body]).toEqual([200, { email: next.toLowerCase() }])
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(next)).status).toBe(200)
  })

  it('that is taken, invalid, or sent without the password is refused at its field', async () => {
    const { email, ada } = await newAccount()
    const taken = await newAccount()
    for (const [body, status, field] of [
      [{ email: taken.email.toUpperCase(), password }, 409, 'email'],
      [{ email: 'ada', password }, 400, 'email'],
      [{ email: 'new@example.com', password: 'wrong!' }, 422, 'password'],
    ] as const) {
      const reply = await ada.send('PUT', '/api/account/email', body)
      expect([reply.status, reply.body.data?.issues?.[0]?.path]).toEqual([status, [field]])
    }
    expect((await signIn(email)).status).toBe(200)
  })
})

describe('sessions', () => {
  it('are listed with their browsers and addresses, and without their tokens', async () => {
    const { email, ada } = await newAccount()
    const other = (await signIn(email)).client
    const { body } = await other.send<{ items: SessionShape[] }>('GET', '/api/account/sessions')
    expect(body.items.map(({ isCurrent, userAgent }) => [isCurrent, userAgent])).toEqual([
      [true, 'Loom/1.0'],
      [false, null],
    ])
    expect(Object.keys(body.items[0]!).sort()).toEqual(['createdAt', 'id', 'isCurrent', 'seenAt', 'userAgent'])
    expect(await isSignedIn(ada)).toBe(true)
  })

  it('end one by one, and all at once', async () => {
    const { email, ada } = await newAccount()
    const second = (await signIn(email)).client
    const third = (await signIn(email)).client
    const { body } = await second.send<{ items: SessionShape[] }>('GET', '/api/account/sessions')
    const current = body.items.find(({ isCurrent }) => isCurrent)!
    expect((await ada.send('DELETE', `/api/account/sessions/${current.id}`)).status).toBe(200)
    expect([await isSignedIn(ada), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, false, true])
    expect((await ada.send('DELETE', '/api/account/sessions')).body).toMatchObject({ deleted: 2 })
    expect([await isSignedIn(ada), await isSignedIn(third)]).toEqual([false, false])
  })

  it('of other users return 404', async () => {
    const { ada } = await newAccount()
    const bob = await signUp(context.server)
    const { body } = await bob.send<{ items: SessionShape[] }>('GET', '/api/account/sessions')
    expect((await ada.send('DELETE', `/api/account/sessions/${body.items[0]?.id}`)).status).toBe(404)
    expect(await isSignedIn(bob)).toBe(true)
  })
})

describe('the data of an account', () => {
  it('is exported by a call that another site can’t make, since it is recorded in the activity log', async () => {
    const { ada } = await newAccount()
    expect((await ada.send('GET', '/api/account/export')).status).toBe(404)
    expect((await ada.raw('POST', '/api/account/export', { origin: 'https://evil.example' })).status).toBe(403)
    const { body } = await ada.send<{ items: { kind: string }[] }>('GET', '/api/account/activity')
    expect(body.items.map(({ kind }) => kind)).toEqual(['signed-up'])
    // As the form of the page sends it.
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
    expect((await ada.raw('POST', '/api/account/export', form)).status).toBe(200)
  })

  it('is exported in full: every record, every picture as it was delivered, the ledger', async () => {
    const { email, ada } = await newAccount()
    const made = await ada.settled(await ada.generate({ prompt: 'a hen, “quoted”' }))
    const bob = await signUp(context.server)
    await bob.settled(await bob.generate({ prompt: 'of another user' }))
    const reply = await ada.raw('POST', '/api/account/export')
    expect(reply.headers.get('content-type')).toBe('application/zip')
    const files = readZip(Buffer.from(await reply.arrayBuffer()))
    const records = (name: string) =>
      JSON.parse(files.get(`${name}.json`)?.toString() ?? '') as Record<string, unknown>[]
    expect(records('account')).toEqual([expect.objectContaining({ id: ada.userId, email })])
    expect(records('profile')).toHaveLength(1)
    expect(records('generations').map(({ prompt }) => prompt)).toEqual(['a hen, “quoted”'])
    expect(records('styles')).toEqual([])
    expect(
      records('images')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(made.images.map(({ id }) => id).sort())
    const [image] = made.images
    const original = Buffer.from(await (await ada.raw('GET', image!.imageUrl!)).arrayBuffer())
    expect(files.get(`images/${image!.id}.png`)).toEqual(original)
    expect(files.get('usage.csv')?.toString()).toContain('settlement,0.00')
    const all = [...files.values()].map(String).join('')
    expect(all).not.toContain('of another user')
    expect(all).not.toMatch(/"token"|password/)
  })
})

describe('accountRecords', () => {
  it('exports every table with an id of a user, or leaves it out for a reason', async () => {
    const { rows } = await context.server.database.system.execute<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns where table_schema = 'public'
        and (column_name = 'user_id' or (table_name in ('users', 'profiles') and column_name = 'id'))`)
    const classified = [...exportedTables(asUserId(randomUUID())), ...Object.keys(leftOut)]
    expect(classified.sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('contains webhooks and their deliveries, without the secrets', async () => {
    const { ada } = await newAccount()
    const url = 'https://example.com/hook'
    await ada.send('POST', '/api/webhooks', { url, events: ['generation.completed'], projectId: null })
    const files = readZip(Buffer.from(await (await ada.raw('POST', '/api/account/export')).arrayBuffer()))
    const [webhook] = JSON.parse(files.get('webhooks.json')?.toString() ?? '') as Record<string, unknown>[]
    expect(webhook).toMatchObject({ url })
    expect(Object.keys(webhook ?? {})).not.toContain('secret')
    expect(files.get('webhook-deliveries.json')?.toString()).toBe('[]\n')
  })
})

/** Every table that names an account, and how many rows of it are there. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const { system: db } = context.server.database
  const { rows } = await db.execute<{ table_name: string; column_name: string }>(sql`
    select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type = 'uuid'
      and (column_name = 'user_id' or (table_name in ('users', 'profiles') and column_name = 'id'))`)
  const counts: Record<string, number> = {}
  for (const { table_name: table, column_name: column } of rows) {
    const found = await db.execute(
      sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${userId} limit 1`,
    )
    if (found.rows.length > 0) counts[table] = found.rows.length
  }
  return counts
}

describe('an account that is deleted', () => {
  it("leaves nothing: no row of any table, no file, and other users' data is untouched", async () => {
    const { email, ada } = await newAccount()
    const bob = await signUp(context.server)
    const kept = await bob.settled(await bob.generate({ prompt: 'a fox' }))
    const made = await ada.settled(await ada.generate({ prompt: 'a hen' }))
    await ada.send('PUT', `/api/images/${made.images[0]!.id}/feedback/like`)
    await ada.send('POST', '/api/styles', { title: 'Mine', promptFragment: 'in chalk' })
    await ada.send('GET', '/api/profile')
    await ada.send('DELETE', `/api/generations/${made.id}`)
    await ada.generate({ prompt: 'a goose' })
    const imageId = made.images[0]!.id
    const key = `images/${imageId.slice(0, 2)}/${imageId}-1`
    expect(await context.server.storage.size(key)).toBeGreaterThan(0)

    const reply = await ada.send('DELETE', '/api/account', { password })
    expect([reply.status, reply.body]).toEqual([200, { deleted: 1, ids: [ada.userId] }])
    expect(await isSignedIn(ada)).toBe(false)
    expect((await signIn(email)).status).toBe(401)
    await removedAccount(context.server, ada.userId)
    expect(await rowsOf(ada.userId)).toEqual({})

    await context.server.database.system.execute(
      sql`update unused_files set remove_after = now() - interval '1 second'`,
    )
    await runOnce(purgeTask({ db: context.server.database.system, storage: context.server.storage }))
    expect(await context.server.storage.size(key)).toBeNull()
    expect((await bob.raw('GET', kept.images[0]!.imageUrl!)).status).toBe(200)
    // The email is free again.
    expect((await signUp(context.server, email)).userId).not.toBe(ada.userId)
  })

  it('is kept after a wrong password', async () => {
    const { ada } = await newAccount()
    const reply = await ada.send('DELETE', '/api/account', { password: 'wrong!' })
    expect([reply.status, reply.body.data?.issues?.[0]?.path]).toEqual([422, ['password']])
    expect(await isSignedIn(ada)).toBe(true)
  })
})

describe('an account with a paid plan', () => {
  let stripe: StripeFake
  let server: TestServer
  beforeAll(async () => {
    stripe = await startStripeFake()
    server = await openTestServer({ variables: stripe.variables, plans: stripe.plans })
    // The first account runs the server, and stays.
    await signUp(server)
  })
  afterAll(async () => {
    await server.close()
    await stripe.stop()
  })

  const keyless = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }
  const subscribed = async () => {
    const ada = await signUp(server)
    const id = stripe.subscribe(ada.userId, 'pro')
    const { body, signature } = stripe.event('customer.subscription.created', id)
    const headers = { host: 'localhost', 'content-type': 'application/json', 'stripe-signature': signature }
    const reply = await server.app.request('/api/billing/webhook', { method: 'POST', headers, body })
    expect(reply.status).toBe(200)
    return { ada, id }
  }

  it('is deleted only when the payments have ended', async () => {
    const { ada, id } = await subscribed()
    expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
    await removedAccount(server, ada.userId)
    expect(stripe.asked.map(({ path }) => path)).toContain(`DELETE /v1/subscriptions/${id}`)
  })

  it('is deleted with its payments where none is active any more', async () => {
    const { ada, id } = await subscribed()
    const free = clientOf(server.another({ CREDITS: 'off' }), ada.userId, ada.cookie)
    expect((await free.send('DELETE', '/api/account', { password })).status).toBe(200)
    await removedAccount(server, ada.userId)
    expect(stripe.asked.map(({ path }) => path)).toContain(`DELETE /v1/subscriptions/${id}`)
  })

  it('is deleted where Stripe has ended the payments already, and the event was lost', async () => {
    const { ada, id } = await subscribed()
    stripe.change(id, { status: 'canceled' })
    expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
  })

  it('keeps its subscription where the server manages plans itself now', async () => {
    const { ada, id } = await subscribed()
    const local = clientOf(server.another(keyless), ada.userId, ada.cookie)
    for (const plan of ['max', 'free']) {
      const refused = await local.send('PUT', '/api/billing/plan', { plan })
      expect([refused.status, refused.body.message]).toEqual([
        422,
        'Your plan is still paid for through Stripe, and this server can not end that. Ask its operator to end it first.',
      ])
    }
    expect((await local.send<BillingShape>('GET', '/api/billing')).body).toMatchObject({ plan: 'pro', nextPlan: null })
    // Back with Stripe, the account can be deleted, and its payments end.
    expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
    await removedAccount(server, ada.userId)
    expect(stripe.asked.map(({ path }) => path)).toContain(`DELETE /v1/subscriptions/${id}`)
  })

  it('is kept, with an explanation, where this server can not end its payments', async () => {
    const { ada } = await subscribed()
    const other = clientOf(server.another(keyless), ada.userId, ada.cookie)
    const refused = await other.send('DELETE', '/api/account', { password })
    expect([refused.status, refused.body.message]).toEqual([
      503,
      'Your plan is still paid for, and this server can not end it. Ask its operator to do that first.',
    ])
  })
})
