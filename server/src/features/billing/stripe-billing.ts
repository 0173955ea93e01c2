import { and, eq, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { PlanName } from '#domain/credits/plan.ts'
import { failure, success } from '#domain/result.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { users } from '#server/db/schema/accounts.ts'
import { stripeCustomers } from '#server/db/schema/credits.ts'
import type { Log } from '#server/operations/log.ts'
import type { BillingProvider, Customer } from './billing-provider.ts'
import { endingRefusal, endStripeSubscription, stripeUnavailable } from './end-stripe-subscription.ts'
import { handleStripeEvent } from './handle-stripe-event.ts'
import { findSubscription, isPaidByStripe } from './plan-of.ts'
import type { StripeDeps } from './reversed-charge.ts'

type CheckoutParts = {
  readonly db: SystemDatabase
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
async function openOneCheckout(
  { db, stripe, price, successUrl, cancelUrl }: CheckoutParts,
  { userId, email, known, plan }: Customer & { readonly known: string | null; readonly plan: PlanName },
): Promise<{ readonly url: string | null }> {
  const customer =
    known ??
    (await stripe.customers.create({ email, metadata: { userId } }, { idempotencyKey: `customer ${userId} ${email}` }))
      .id
  // Before there is a checkout, so that the deletion of the account finds it.
  await db.insert(stripeCustomers).values({ id: customer, userId }).onConflictDoNothing()
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
  // One that was deleted before the checkout was there ends it here; one that is deleted from now on finds it.
  // Its row may be gone altogether by now.
  const isThere = (await db.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) === 1
  if (isThere) return { url: newest?.url ?? null }
  if (newest) await stripe.checkout.sessions.expire(newest.id)
  return { url: null }
}

type StripeBillingDeps = StripeDeps & {
  readonly webhookSecret: string
  readonly publicUrl: string
  readonly log: Log
}

/** The billing provider of Stripe: its checkout and its customer portal. Its webhooks report changes of subscriptions. */
export function createStripeBilling(deps: StripeBillingDeps): BillingProvider {
  const { db, stripe, prices, publicUrl, log } = deps
  const page = (path: string) => new URL(path, publicUrl).href
  const openPage = async (open: () => Promise<{ url: string | null }>) => {
    try {
      const { url } = await open()
      return url === null ? stripeUnavailable : success({ url })
    } catch (error) {
      log.error({ err: error }, 'Stripe refused or could not be reached')
      return stripeUnavailable
    }
  }

  return {
    name: 'stripe',
    allowsUpgrade: true,
    async openPortal({ userId }) {
      const customer = (await findSubscription(db, userId))?.customerId
      if (!customer)
        return failure({ code: 'impossible', message: 'You have no subscription yet. Choose a plan first.' })
      return openPage(() => stripe.billingPortal.sessions.create({ customer, return_url: page('/manage-account') }))
    },

    async openCheckout({ userId, email }, plan) {
      const row = await findSubscription(db, userId)
      if (plan === 'free' || isPaidByStripe(row))
        return failure({ code: 'conflict', message: 'Your plan is changed in the billing portal.' })
      return openPage(() =>
        openOneCheckout(
          {
            db,
            stripe,
            price: prices[plan],
            successUrl: page('/manage-account?tab=billing'),
            cancelUrl: page('/pricing'),
          },
          { userId, email, known: row?.customerId ?? null, plan },
        ),
      )
    },

    endingRefusal: (userId) => endingRefusal(deps, userId),
    endSubscription: (userId) => endStripeSubscription(deps, userId),

    async handleWebhook(body, signature) {
      let event: Stripe.Event
      try {
        event = await stripe.webhooks.constructEventAsync(body, signature, deps.webhookSecret)
      } catch {
        return failure({ code: 'invalid', message: 'The signature does not fit the body.' })
      }
      await handleStripeEvent(deps, event)
      return success(null)
    },
  }
}
