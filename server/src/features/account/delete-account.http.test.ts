import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import type { SeriesShape } from '#contract/cards/series.ts'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { asUserId } from '#domain/account/user-id.ts'
import { success } from '#domain/result.ts'
import { runOnce } from '#server/background/runner.ts'
import { createLog } from '#server/operations/log.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { visitLink } from '#server-testing/owned-things.ts'
import { removedAccount } from '#server-testing/removed-account.ts'
import { step } from '#server-testing/series-client.ts'
import { serverInTest } from '#server-testing/server-in-test.ts'
import { startStripeFake } from '#server-testing/stripe-fake.ts'
import { sendOpen, signUp } from '#server-testing/test-client.ts'
import type { TestServer, TestServerOptions } from '#server-testing/test-server.ts'
import { avatarKey } from '../../pictures/picture-keys.ts'
import type { BillingProvider } from '../billing/billing-provider.ts'
import { createLocalBilling } from '../billing/local-billing.ts'
import { createStripeClient } from '../billing/stripe-client.ts'
import { removeAvatar, setAvatar } from '../profile/change-avatar.ts'
import { changeProfile } from '../profile/change-profile.ts'
import { removeAccountsTask } from './remove-accounts.ts'

const open = serverInTest()
const password = 'correct horse'
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Keeps every row of deleted accounts, until the returned function is called. */
async function haltRemoval({ database }: TestServer): Promise<() => Promise<unknown>> {
  const { system: db } = database
  await db.execute(
    sql`create function halt() returns trigger language plpgsql as $$ begin raise exception 'halted'; end $$`,
  )
  await db.execute(sql`create trigger halt before delete on webhook_deliveries execute function halt()`)
  return () => db.execute(sql`drop trigger halt on webhook_deliveries`)
}

/** A server with an operator, and the account that is deleted. */
async function openWithAda(options: TestServerOptions = {}) {
  const server = await open(options)
  await signUp(server)
  const email = `${randomUUID()}@example.com`
  return { server, email, ada: await signUp(server, email) }
}

const remaining = async ({ database }: TestServer, userId: string) =>
  (await database.system.execute(sql`select 1 from users where id = ${userId}`)).rows.length

describe('deleteAccount', () => {
  it('closes every way in at once, and hides what was shared, long before the rows are removed', async () => {
    const { server, email, ada } = await openWithAda()
    const card = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const token = await ada.send<CreatedTokenShape>('POST', '/api/tokens', {
      name: 'script',
      scopes: ['read'],
    })
    const withToken = async () => {
      const headers = { host: 'localhost', authorization: `Bearer ${token.body.secret}` }
      return (await server.app.request('/api/projects', { headers })).status
    }
    const link = await ada.send<MadeShareShape>('POST', `/api/projects/${card.projectId}/shares`, {
      expiry: '1-day',
      showsPrompts: true,
    })
    const visit = await visitLink(server, link.body.address)
    const shared = async () => {
      const headers = { cookie: visit.cookie }
      return (await sendOpen(server, 'GET', `/api/shared/${visit.id}/feedback`, { headers })).status
    }
    expect([token.status, await withToken(), await shared()]).toEqual([201, 200, 200])

    const resume = await haltRemoval(server)
    expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
    expect(await remaining(server, ada.userId)).toBe(1)
    expect((await server.database.system.execute(sql`select 1 from generations`)).rows).toHaveLength(1)
    const session = (await ada.send('GET', '/api/projects')).status
    const signIn = await sendOpen(server, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
    expect([session, signIn.status, await withToken(), await shared()]).toEqual([401, 401, 401, 404])
    const late = sql`insert into sessions (user_id, token, expires_at) values (${ada.userId}, 'late', now() + interval '1 day')`
    await expect(server.database.system.execute(late)).rejects.toMatchObject({ cause: { code: '23503' } })
    expect((await signUp(server, email)).userId).not.toBe(ada.userId)

    await resume()
    const billing = { endSubscription: async () => success(null) } as unknown as BillingProvider
    // Repeated: a sheet of theirs may be drawn just now.
    const remove = async () => {
      await runOnce(removeAccountsTask({ db: server.database.system, billing }))
      return remaining(server, ada.userId)
    }
    await expect.poll(remove, { timeout: 20_000 }).toBe(0)
  })

  it('refuses an avatar and a change of the profile that were let in before, and leaves no file', async () => {
    const { server, ada } = await openWithAda()
    await haltRemoval(server)
    const userId = asUserId(ada.userId)
    const db = server.database.forUser(userId)
    const path = join(server.dataDir, 'late.png')
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } }).toFile(path)
    expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
    const late = [
      await setAvatar(
        { db, storage: server.storage, newId: () => 'late' },
        { userId, path, admit: (_, work) => work() },
      ),
      await removeAvatar(db, userId),
      await changeProfile(db, { userId, body: { firstName: 'Late' } }),
    ]
    expect(late.map((each) => !each.ok && each.error.code)).toEqual(Array(3).fill('unauthenticated'))
    const { rows } = await server.database.system.execute(sql`
      select (select count(*)::int from profiles where id = ${userId}) as profiles, key from unused_files`)
    expect(rows).toEqual([{ profiles: 0, key: avatarKey(`${userId}-late.webp`) }])
  })

  it("cancels at the provider what was asked with the person's own key, and removes the key afterwards", async () => {
    const canceled: (string | null)[] = []
    let asked = 0
    const provider = createInstantProvider({
      name: 'replicate',
      opens: 'by-key',
      checkKey: async () => 'accepted',
      async generate(_, { requestId, rememberRequest }) {
        if (requestId === null) await rememberRequest('a-request')
        asked += 1
        return new Promise<never>(() => undefined)
      },
      async cancel(requestId, { key }) {
        canceled.push(`${requestId} ${key}`)
        return null
      },
    })
    const server = await open({ providers: [provider], variables: { CREDITS: 'off' } })
    const system = server.database.system
    await signUp(server)
    const ada = await signUp(server)
    expect((await ada.send('PUT', '/api/model-keys/replicate', { key: 'r8_of_ada' })).status).toBe(200)
    await ada.generate({ prompt: 'a fox', model: 'Flux Krea' })
    await expect.poll(() => asked).toBe(4)
    const resume = await haltRemoval(server)
    expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
    await expect.poll(() => canceled, { timeout: 10_000 }).toEqual(Array(4).fill('a-request r8_of_ada'))
    await resume()
    await removedAccount(server, ada.userId)
    expect((await system.execute(sql`select 1 from model_keys`)).rows).toEqual([])
  })

  it('begins no further card of a series', async () => {
    const { server, ada } = await openWithAda({ variables: { CREDITS: 'off' } })
    const { system: db } = server.database
    const steps = [step(), step({ prompt: 'with mist', dependsOn: 0, canvasX: 900 })]
    // Holds the second step back until the account is deleted.
    await db.execute(sql`alter table series_steps alter column try_at set default now() + interval '1 hour'`)
    const { body } = await ada.send<SeriesShape>('POST', '/api/series', { kind: 'rerun', price: 0, steps })
    const inWork = sql`select 1 from generated_images where generation_id = ${body.steps[0]?.generationId} and status <> 'completed'`
    await expect.poll(async () => (await db.execute(inWork)).rows.length).toBe(0)
    await haltRemoval(server)
    expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
    await db.execute(sql`update series_steps set try_at = now()`)
    const second = async () => (await db.execute(sql`select status, message from series_steps where place = 1`)).rows[0]
    await expect.poll(second, { timeout: 10_000 }).toEqual({ status: 'refused', message: 'This account was deleted.' })
    expect((await db.execute(sql`select 1 from generations`)).rows).toHaveLength(1)
  })

  it('succeeds while the payment service is away, and ends the subscription as soon as it is back', async () => {
    const stripe = await startStripeFake()
    ends.push(() => stripe.stop())
    const { server, ada } = await openWithAda({ variables: stripe.variables, plans: stripe.plans })
    const id = stripe.subscribe(ada.userId, 'pro')
    const { body, signature } = stripe.event('customer.subscription.created', id)
    const headers = { host: 'localhost', 'content-type': 'application/json', 'stripe-signature': signature }
    await server.app.request('/api/billing/webhook', { method: 'POST', headers, body })
    stripe.become('away')
    expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
    expect((await ada.send('GET', '/api/projects')).status).toBe(401)
    const billing = createLocalBilling({
      db: server.database.system,
      log: createLog('silent'),
      stripe: createStripeClient({
        secretKey: stripe.variables.STRIPE_SECRET_KEY,
        baseUrl: new URL(stripe.variables.STRIPE_BASE_URL),
      }),
      allowsUpgrade: false,
    })
    const remove = () => runOnce(removeAccountsTask({ db: server.database.system, billing }))
    await expect(remove()).rejects.toThrow('The payments of a deleted account can not be ended')
    expect(await remaining(server, ada.userId)).toBe(1)
    stripe.become('here')
    await remove()
    await removedAccount(server, ada.userId)
    expect(stripe.asked.map(({ path }) => path)).toContain(`DELETE /v1/subscriptions/${id}`)
  })

  it('ends the checkouts that are open, and what was bought in one whose event has not come', async () => {
    const stripe = await startStripeFake()
    ends.push(() => stripe.stop())
    const lines: string[] = []
    const log = createLog('error', { write: (line) => void lines.push(line) })
    const server = await open({ variables: stripe.variables, plans: stripe.plans, log })
    await signUp(server)
    const [ada, grace] = [await signUp(server), await signUp(server)]
    const checkout = (client: typeof ada) =>
      client.send<{ url: string }>('POST', '/api/billing/checkout', { plan: 'pro' })
    const opened = (await checkout(ada)).body.url
    const paid = (await checkout(grace)).body.url
    const subscription = stripe.payCheckout(paid.slice(paid.lastIndexOf('/') + 1), grace.userId)
    expect(stripe.openCheckouts().map(({ url }) => url)).toEqual([opened])
    stripe.become('away')
    for (const client of [ada, grace])
      expect((await client.send('DELETE', '/api/account', { password })).status).toBe(200)
    const stripeClient = createStripeClient({
      secretKey: stripe.variables.STRIPE_SECRET_KEY,
      baseUrl: new URL(stripe.variables.STRIPE_BASE_URL),
    })
    const billing = createLocalBilling({ db: server.database.system, log, stripe: stripeClient, allowsUpgrade: false })
    const remove = () => runOnce(removeAccountsTask({ db: server.database.system, billing }))
    await expect(remove()).rejects.toThrow('The payments of a deleted account can not be ended')
    stripe.become('here')
    await remove()
    await removedAccount(server, ada.userId)
    await removedAccount(server, grace.userId)
    expect(stripe.openCheckouts()).toEqual([])
    expect(stripe.asked.map(({ path }) => path)).toContain(`DELETE /v1/subscriptions/${subscription}`)
    expect(lines.filter((line) => line.includes(subscription))).toEqual([expect.stringContaining('refund its payment')])
  })

  it('leaves no checkout open that Stripe makes when the account is removed altogether', async () => {
    const stripe = await startStripeFake()
    ends.push(() => stripe.stop())
    const server = await open({ variables: stripe.variables, plans: stripe.plans, log: createLog('silent') })
    await signUp(server)
    const ada = await signUp(server)
    const billing = { endSubscription: async () => success(null) } as unknown as BillingProvider
    stripe.beforeCheckout(async () => {
      expect((await ada.send('DELETE', '/api/account', { password })).status).toBe(200)
      await runOnce(removeAccountsTask({ db: server.database.system, billing }))
      await removedAccount(server, ada.userId)
    })
    expect((await ada.send('POST', '/api/billing/checkout', { plan: 'pro' })).status).toBe(503)
    expect(stripe.openCheckouts()).toEqual([])
  })

  it('leaves a subscription that is bought after the removal to the operator, by a line in the log', async () => {
    const stripe = await startStripeFake()
    ends.push(() => stripe.stop())
    const lines: string[] = []
    const log = createLog('error', { write: (line) => void lines.push(line) })
    const server = await open({ variables: stripe.variables, plans: stripe.plans, log })
    const id = stripe.subscribe(randomUUID(), 'pro')
    const { body, signature } = stripe.event('customer.subscription.created', id)
    const headers = { host: 'localhost', 'content-type': 'application/json', 'stripe-signature': signature }
    await server.app.request('/api/billing/webhook', { method: 'POST', headers, body })
    expect(lines.filter((line) => line.includes(id))).toEqual([expect.stringContaining('without an account')])
  })
})
