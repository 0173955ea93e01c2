import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'

export const stripePrices = { basic: 'price_basic', pro: 'price_pro', max: 'price_max' } as const
const webhookSecret = 'whsec_for_tests'
const secretKey = 'sk_test_for_tests'

type Asked = { readonly path: string; readonly form: URLSearchParams }
type Subscription = {
  id: string
  customer: string
  status: string
  price: string
  userId: string
  /** Flexible billing mode, the default of the pinned API version: a cancellation in the portal sets this alone. Seconds. */
  cancelAt: number | null
  /** Classic billing mode: of subscriptions that were made by an earlier API version. */
  cancelAtPeriodEnd: boolean
}

type Session = {
  id: string
  object: 'checkout.session'
  customer: string
  status: 'open' | 'complete' | 'expired'
  created: number
  url: string | null
  /** Stripe's id of what was bought in it. */
  subscription: string | null
  metadata: { plan: string }
}

type Charge = Pick<Stripe.Charge, 'id' | 'object' | 'created'> & { customer: string | null; refunded: boolean }

const missing = { type: 'invalid_request_error', code: 'resource_missing' }

/** Stripe as far as it is used: stores customers and subscriptions, checks requests, signs events. */
export type StripeFake = Awaited<ReturnType<typeof startStripeFake>>

/** Starts it on a free port of this machine. */
export async function startStripeFake() {
  const asked: Asked[] = []
  const subscriptions = new Map<string, Subscription>()
  const customers = new Map<string, { id: string; object: 'customer'; email: string }>()
  const sessions = new Map<string, Session>()
  const charges = new Map<string, Charge>()
  const stripe = new Stripe(secretKey)
  const periodEnd = Math.floor(Date.UTC(2027, 0, 1) / 1_000)

  const present = ({ id, customer, status, price, userId, cancelAt, cancelAtPeriodEnd }: Subscription) => ({
    id,
    object: 'subscription',
    customer,
    status,
    // Classic mode sets both.
    cancel_at: cancelAtPeriodEnd ? periodEnd : cancelAt,
    cancel_at_period_end: cancelAtPeriodEnd,
    billing_mode: { type: cancelAtPeriodEnd ? 'classic' : 'flexible' },
    metadata: { userId },
    items: { object: 'list', data: [{ id: `si_${id}`, price: { id: price }, current_period_end: periodEnd }] },
  })

  const customerOf = (form: URLSearchParams) => {
    const email = form.get('email') ?? ''
    const customer = customers.get(email) ?? { id: `cus_new${customers.size + 1}`, object: 'customer', email }
    customers.set(email, customer)
    return customer
  }
  const openSession = (form: URLSearchParams) => {
    const id = `cs_${sessions.size + 1}`
    const session: Session = {
      id,
      object: 'checkout.session',
      customer: form.get('customer') ?? '',
      status: 'open',
      created: 1_795_000_000 + sessions.size,
      url: `https://pay.example/${id}`,
      subscription: null,
      metadata: { plan: form.get('metadata[plan]') ?? '' },
    }
    sessions.set(id, session)
    return session
  }
  const expire = (session: Session) => {
    // As Stripe does: only an open one can be expired.
    if (session.status !== 'open') return null
    return Object.assign(session, { status: 'expired', url: null })
  }
  const listSessions = (query: URLSearchParams) => ({
    object: 'list',
    has_more: false,
    data: [...sessions.values()].filter(
      ({ customer, status }) => customer === query.get('customer') && status === query.get('status'),
    ),
  })

  /** As Stripe does where no status is asked for: without those that are canceled. */
  const listSubscriptions = (customer: string | null) => ({
    object: 'list',
    has_more: false,
    data: [...subscriptions.values()]
      .filter((each) => each.customer === customer && each.status !== 'canceled')
      .map(present),
  })

  const answer = (method: string, path: string, form: URLSearchParams): unknown => {
    asked.push({ path: `${method} ${path}`, form })
    const { pathname, searchParams } = new URL(path, 'http://stripe')
    if (path === '/v1/customers') return customerOf(form)
    if (pathname === '/v1/checkout/sessions') return method === 'POST' ? openSession(form) : listSessions(searchParams)
    const expired = sessions.get(/^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path)?.[1] ?? '')
    if (expired) return expire(expired)
    if (pathname === '/v1/subscriptions') return listSubscriptions(searchParams.get('customer'))
    if (path === '/v1/billing_portal/sessions')
      return { id: 'bps_1', url: `https://pay.example/${form.get('customer')}` }
    const charge = charges.get(/^\/v1\/charges\/(\w+)$/.exec(path)?.[1] ?? '')
    if (charge) return charge
    const found = subscriptions.get(/^\/v1\/subscriptions\/(\w+)$/.exec(path)?.[1] ?? '')
    if (found && method === 'DELETE') {
      // As Stripe does: one that has ended cannot be canceled.
      if (found.status === 'canceled') return null
      found.status = 'canceled'
    }
    return found ? present(found) : null
  }

  let slowMs = 0
  let beforeCheckout = async () => {}
  let state: 'here' | 'away' = 'here'
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request))
    if (state === 'away') {
      response.writeHead(503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { type: 'api_error' } }))
      return
    }
    if (request.method === 'POST' && request.url === '/v1/checkout/sessions') await beforeCheckout()
    const body = answer(request.method ?? '', request.url ?? '', form)
    if (request.url?.startsWith('/v1/subscriptions/')) await wait(slowMs)
    const isKnown = request.headers.authorization === `Bearer ${secretKey}`
    response.writeHead(isKnown ? (body ? 200 : 404) : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown && body ? body : { error: { message: 'No.', ...missing } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const charge = (customer: string | null, created: number, refunded: boolean): Charge => {
    const id = `ch_${charges.size + 1}`
    const made: Charge = { id, object: 'charge', customer, created, refunded }
    charges.set(id, made)
    return made
  }
  const signed = (type: string, object: unknown) => {
    const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
    return { body, signature: stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret }) }
  }

  return {
    asked,
    periodEnd,
    /** The settings that make a server use this fake. */
    variables: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_BASE_URL: url,
      PUBLIC_URL: 'http://localhost',
    },
    /** The plans that name its prices. */
    plans: {
      basic: { stripePrice: stripePrices.basic },
      pro: { stripePrice: stripePrices.pro },
      max: { stripePrice: stripePrices.max },
    },

    /** Pays an open checkout, whose event is sent by `event`. @returns The id of the subscription. */
    payCheckout(sessionId: string, userId: string): string {
      const session = sessions.get(sessionId)
      if (session?.status !== 'open') throw new Error(`${sessionId} is not open.`)
      const id = this.subscribe(userId, session.metadata.plan as keyof typeof stripePrices, session.customer)
      Object.assign(session, { status: 'complete', url: null, subscription: id })
      return id
    },

    /** A subscription of a customer who pays. */
    subscribe(userId: string, plan: keyof typeof stripePrices, customer = `cus_${userId.slice(0, 8)}`): string {
      const id = `sub${randomUUID().replaceAll('-', '')}`
      subscriptions.set(id, {
        id,
        customer,
        status: 'active',
        price: stripePrices[plan],
        userId,
        cancelAt: null,
        cancelAtPeriodEnd: false,
      })
      return id
    },

    /** Changes a subscription at Stripe without sending an event. */
    change(id: string, change: Partial<Subscription>): void {
      const found = subscriptions.get(id)
      if (!found) throw new Error(`There is no ${id}.`)
      subscriptions.set(id, { ...found, ...change })
    },

    /** The checkouts that can still be paid. */
    openCheckouts: () => [...sessions.values()].filter(({ status }) => status === 'open'),

    /** Whether it answers at all; away: 503 to everything. */
    become(next: 'here' | 'away'): void {
      state = next
    },

    /** Runs before a checkout is made, as whatever happens while Stripe is slow. */
    beforeCheckout(act: () => Promise<void>): void {
      beforeCheckout = act
    },

    /** Delays replies about a subscription. */
    slowDown(ms: number): void {
      slowMs = ms
    },

    /**
     * An event about a subscription as it is now, or a refund of a payment of its customer.
     * @param chargedAt When the refunded payment was made, in seconds since 1970; default: for the running month.
     */
    event(
      type: string,
      id: string,
      chargedAt = periodEnd - 86_400,
    ): { readonly body: string; readonly signature: string } {
      const subscription = subscriptions.get(id)
      const object = type.startsWith('customer.subscription')
        ? subscription && present(subscription)
        : type === 'charge.refunded'
          ? charge(subscription?.customer ?? null, chargedAt, true)
          : type === 'checkout.session.completed'
            ? { object: 'checkout.session', subscription: id }
            : { object: 'invoice', parent: { subscription_details: { subscription: id } } }
      return signed(type, object)
    },

    /** An event about a dispute of the payment for the running month: it names the charge, and no customer. */
    disputeEvent(type: 'created' | 'closed', id: string, status: Stripe.Dispute.Status) {
      const { id: chargeId } = charge(subscriptions.get(id)?.customer ?? null, periodEnd - 86_400, false)
      const dispute = { id: 'dp_1', object: 'dispute', charge: chargeId, status, reason: 'fraudulent', amount: 1_000 }
      return signed(`charge.dispute.${type}`, dispute)
    },

    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
