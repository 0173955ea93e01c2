import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BillingShape } from '#contract/money/billing.ts'
import type { CreditsShape } from '#contract/money/credits.ts'
import { type StripeFake, startStripeFake } from '#server-testing/stripe-fake.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'

let stripe: StripeFake
let server: TestServer
beforeAll(async () => {
  stripe = await startStripeFake()
  server = await openTestServer({ variables: stripe.variables, plans: stripe.plans, now: () => Date.UTC(2026, 10, 21) })
})
afterAll(async () => {
  await server.close()
  await stripe.stop()
})

const deliver = async ({ body, signature }: { body: string; signature: string }) =>
  server.app.request('/api/billing/webhook', {
    method: 'POST',
    body,
    headers: { host: 'localhost', 'content-type': 'application/json', 'stripe-signature': signature },
  })
const deliverEvent = (type: string, id: string) => deliver(stripe.event(type, id))
const creditsOf = async (person: TestClient) => (await person.send<CreditsShape>('GET', '/api/credits')).body
const billingOf = async (person: TestClient) => (await person.send<BillingShape>('GET', '/api/billing')).body
const kindsOf = async (person: TestClient) => (await billingOf(person)).history.map(({ kind }) => kind).toReversed()
const lastAsked = () => {
  const last = stripe.asked.at(-1)
  return { path: last?.path, form: Object.fromEntries(last?.form ?? []) }
}

describe('buying a plan', () => {
  it('leads to Stripe’s checkout, which knows the customer', async () => {
    const ada = await signUp(server, 'ada@example.com')
    const reply = await ada.send<{ url: string }>('POST', '/api/billing/checkout', { plan: 'pro' })
    expect([reply.status, reply.body.url]).toEqual([200, 'https://pay.example/cs_1'])
    const asked = stripe.asked
      .filter(({ path }) => path.startsWith('POST'))
      .map(({ path, form }) => [path, Object.fromEntries(form)])
    expect(asked[0]).toEqual(['POST /v1/customers', { email: 'ada@example.com', 'metadata[userId]': ada.userId }])
    expect(asked[1]).toEqual([
      'POST /v1/checkout/sessions',
      {
        mode: 'subscription',
        'line_items[0][price]': 'price_pro',
        'line_items[0][quantity]': '1',
        customer: 'cus_new1',
        'metadata[plan]': 'pro',
        client_reference_id: ada.userId,
        'subscription_data[metadata][userId]': ada.userId,
        success_url: 'http://localhost/manage-account?tab=billing',
        cancel_url: 'http://localhost/pricing',
      },
    ])
  })

  it('keeps one checkout open for a customer, whichever plans are chosen and how often', async () => {
    const ada = await signUp(server)
    const before = stripe.openCheckouts().length
    const checkout = async (plan: string) =>
      (await ada.send<{ url: string }>('POST', '/api/billing/checkout', { plan })).body.url
    const first = await checkout('pro')
    expect(await checkout('pro')).toBe(first)
    const other = await checkout('max')
    expect(other).not.toBe(first)
    await Promise.all(['basic', 'pro', 'max'].map(checkout))
    expect(stripe.openCheckouts()).toHaveLength(before + 1)
  })

  it('grants the plan and its credits when it is paid, whichever event comes first and however often', async () => {
    const ada = await signUp(server)
    const id = stripe.subscribe(ada.userId, 'basic')
    const events = ['invoice.paid', 'checkout.session.completed', 'customer.subscription.created'].map((type) =>
      stripe.event(type, id),
    )
    for (const event of [...events, ...events.toReversed()]) expect((await deliver(event)).status).toBe(200)
    expect(await creditsOf(ada)).toMatchObject({ plan: 'basic', available: 525_000 })
    expect(await kindsOf(ada)).toEqual(['upgraded'])
  })

  it('grants nothing while the first payment is open', async () => {
    const ada = await signUp(server)
    const id = stripe.subscribe(ada.userId, 'basic')
    stripe.change(id, { status: 'incomplete' })
    await deliverEvent('customer.subscription.created', id)
    expect((await creditsOf(ada)).plan).toBe('free')
  })
})

describe('a subscription', () => {
  const subscribed = async (plan: 'basic' | 'pro') => {
    const ada = await signUp(server)
    const id = stripe.subscribe(ada.userId, plan)
    await deliverEvent('customer.subscription.created', id)
    return { ada, id }
  }

  it('that grows tops the month up; one that shrinks takes nothing back', async () => {
    const { ada, id } = await subscribed('basic')
    stripe.change(id, { price: 'price_pro' })
    await deliverEvent('customer.subscription.updated', id)
    expect(await creditsOf(ada)).toMatchObject({ plan: 'pro', available: 2_025_000 })
    stripe.change(id, { price: 'price_basic' })
    await deliverEvent('customer.subscription.updated', id)
    expect(await creditsOf(ada)).toMatchObject({ plan: 'basic', available: 2_025_000 })
    expect(await kindsOf(ada)).toEqual(['upgraded', 'upgraded', 'downgraded'])
  })

  it('keeps its plan while a payment fails, and reports that; it ends when Stripe ends it', async () => {
    const { ada, id } = await subscribed('basic')
    stripe.change(id, { status: 'past_due' })
    await deliverEvent('invoice.payment_failed', id)
    expect(await billingOf(ada)).toMatchObject({ plan: 'basic', isPastDue: true })
    stripe.change(id, { status: 'canceled' })
    await deliverEvent('customer.subscription.deleted', id)
    expect(await creditsOf(ada)).toMatchObject({ plan: 'free', available: 27_000 })
    expect(await kindsOf(ada)).toEqual(['upgraded', 'payment-failed', 'cancelled'])
  })

  it.each([
    ['flexible', () => ({ cancelAt: stripe.periodEnd })],
    ['classic', () => ({ cancelAtPeriodEnd: true })],
  ])('that is canceled in the portal lasts until its period ends, in %s billing mode', async (_mode, canceled) => {
    const { ada, id } = await subscribed('basic')
    stripe.change(id, canceled())
    await deliverEvent('customer.subscription.updated', id)
    expect(await billingOf(ada)).toMatchObject({
      plan: 'basic',
      nextPlan: 'free',
      periodEnd: '2027-01-01T00:00:00.000Z',
    })
  })

  it('that ends before its period lasts until then, and one that ends in a later period renews first', async () => {
    const { ada, id } = await subscribed('basic')
    stripe.change(id, { cancelAt: Date.UTC(2026, 11, 10) / 1_000 })
    await deliverEvent('customer.subscription.updated', id)
    expect(await billingOf(ada)).toMatchObject({ nextPlan: 'free', periodEnd: '2026-12-10T00:00:00.000Z' })
    stripe.change(id, { cancelAt: Date.UTC(2027, 2, 1) / 1_000 })
    await deliverEvent('customer.subscription.updated', id)
    expect(await billingOf(ada)).toMatchObject({ nextPlan: null, periodEnd: '2027-01-01T00:00:00.000Z' })
  })

  it('keeps its credits while its payment is disputed, and loses the rest of them when the dispute is lost', async () => {
    const { ada, id } = await subscribed('basic')
    await deliver(stripe.disputeEvent('created', id, 'needs_response'))
    await deliver(stripe.disputeEvent('closed', id, 'won'))
    expect(await creditsOf(ada)).toMatchObject({ available: 525_000 })
    const lost = stripe.disputeEvent('closed', id, 'lost')
    for (const event of [lost, lost]) expect((await deliver(event)).status).toBe(200)
    expect(await creditsOf(ada)).toMatchObject({ available: 25_000 })
    expect(await kindsOf(ada)).toEqual(['upgraded', 'disputed', 'dispute-won', 'dispute-lost'])
  })

  it('ignores an inquiry of a bank, which takes no money', async () => {
    const { ada, id } = await subscribed('basic')
    await deliver(stripe.disputeEvent('created', id, 'warning_needs_response'))
    expect(await kindsOf(ada)).toEqual(['upgraded'])
  })

  it("whose payment is refunded loses what is left of the month's credits, once", async () => {
    const { ada, id } = await subscribed('basic')
    const refund = stripe.event('charge.refunded', id)
    await deliver(refund)
    await deliver(refund)
    expect(await creditsOf(ada)).toMatchObject({ available: 25_000 })
    expect(await kindsOf(ada)).toEqual(['upgraded', 'refunded'])
  })

  it('keeps this month’s credits when a payment of an earlier month is refunded, and records the refund', async () => {
    const { ada, id } = await subscribed('basic')
    await deliver(stripe.event('charge.refunded', id, Date.UTC(2026, 8, 1) / 1_000))
    expect(await creditsOf(ada)).toMatchObject({ available: 525_000 })
    expect(await kindsOf(ada)).toEqual(['upgraded', 'refunded'])
  })

  it("is read from Stripe outside of the transaction that locks the user's images", async () => {
    const { ada, id } = await subscribed('basic')
    stripe.slowDown(700)
    let isOver = false
    const delivering = deliverEvent('customer.subscription.updated', id).finally(() => {
      isOver = true
    })
    let waiting = 0
    while (!isOver) {
      const { rows } = await server.database.system.execute(sql`
        select 1 from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%' and state_change < now() - interval '300 milliseconds'`)
      waiting += rows.length
    }
    expect(waiting).toBe(0)
    await delivering
    stripe.slowDown(0)
    expect((await creditsOf(ada)).plan).toBe('basic')
  })

  it('has the newest state of Stripe where a slow request ends after a quick one', async () => {
    const { ada, id } = await subscribed('basic')
    const changes = ['price_pro', 'price_max', 'price_basic'].map(async (price, index) => {
      stripe.change(id, { price })
      stripe.slowDown(600 - 300 * index)
      await deliverEvent('customer.subscription.updated', id)
    })
    await Promise.all(changes)
    stripe.slowDown(0)
    expect((await creditsOf(ada)).plan).toBe('basic')
  })

  it('ends when its events arrive in the wrong order', async () => {
    const { ada, id } = await subscribed('basic')
    const late = stripe.event('customer.subscription.updated', id)
    stripe.change(id, { status: 'canceled' })
    await deliverEvent('customer.subscription.deleted', id)
    await deliver(late)
    expect((await creditsOf(ada)).plan).toBe('free')
  })

  it('is managed in Stripe’s portal, and not by the call for plans without payment', async () => {
    const { ada } = await subscribed('basic')
    const reply = await ada.send<{ url: string }>('POST', '/api/billing/portal')
    expect(reply.body.url).toBe(`https://pay.example/cus_${ada.userId.slice(0, 8)}`)
    expect(lastAsked().form).toMatchObject({ return_url: 'http://localhost/manage-account' })
    expect((await ada.send('PUT', '/api/billing/plan', { plan: 'max' })).status).toBe(422)
    expect((await ada.send('POST', '/api/billing/checkout', { plan: 'max' })).status).toBe(409)
    const bob = await signUp(server)
    expect((await bob.send('POST', '/api/billing/portal')).status).toBe(422)
  })
})

describe('the webhook', () => {
  it('rejects a body that is not signed byte for byte', async () => {
    const ada = await signUp(server)
    const id = stripe.subscribe(ada.userId, 'max')
    const { body, signature } = stripe.event('customer.subscription.created', id)
    for (const forged of [
      { body, signature: '' },
      { body, signature: signature.replace(/v1=.{4}/, 'v1=0000') },
      { body: `${body} `, signature },
    ])
      expect((await deliver(forged)).status).toBe(400)
    expect((await creditsOf(ada)).plan).toBe('free')
  })

  it('ignores a subscription of a deleted user, or of another shop', async () => {
    const gone = stripe.subscribe('00000000-0000-4000-8000-000000000000', 'basic')
    const other = stripe.subscribe('not-ours', 'basic')
    for (const id of [gone, other]) expect((await deliverEvent('customer.subscription.created', id)).status).toBe(200)
  })
})
