import type Stripe from 'stripe'
import type { PlanName } from '#domain/credits/plan.ts'
import type { Customer } from './billing-provider.ts'

export type CheckoutParts = {
  readonly stripe: Stripe
  readonly price: string
  readonly successUrl: string
  readonly cancelUrl: string
}

const planOfSession = ({ metadata }: Stripe.Checkout.Session) => metadata?.plan

/**
 * Opens Stripe's checkout for a plan. A customer has one open checkout at a time, since each one that is paid becomes a
 * subscription of its own: an open one for the same plan is reused, every other one is expired. @param known The customer's id at
 * Stripe; null where there is none yet. Stripe keeps a request's idempotency key for as long as a checkout stays open (24 hours),
 * so that two requests make one customer. @throws Stripe's errors.
 */
export async function openOneCheckout(
  { stripe, price, successUrl, cancelUrl }: CheckoutParts,
  { userId, email, known, plan }: Customer & { readonly known: string | null; readonly plan: PlanName },
): Promise<{ readonly url: string | null }> {
  const customer =
    known ??
    (await stripe.customers.create({ email, metadata: { userId } }, { idempotencyKey: `customer ${userId} ${email}` }))
      .id
  const openSessions = async () =>
    (await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })).data.toSorted(
      (a, b) => b.created - a.created || (a.id < b.id ? -1 : 1),
    )
  const before = await openSessions()
  const same = before.find((session) => planOfSession(session) === plan && session.url !== null)
  for (const session of before) if (session !== same) await stripe.checkout.sessions.expire(session.id)
  if (same) return { url: same.url }
  await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    customer,
    client_reference_id: userId,
    metadata: { plan },
    // Carries the user in the subscription itself: its events may arrive in any order.
    subscription_data: { metadata: { userId } },
    success_url: successUrl,
    cancel_url: cancelUrl,
  })
  // Two concurrent requests agree on the newest.
  const [newest, ...others] = await openSessions()
  for (const session of others) await stripe.checkout.sessions.expire(session.id).catch(() => undefined)
  return { url: newest?.url ?? null }
}
