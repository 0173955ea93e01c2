import { and, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { stripeCustomers, subscriptions } from '../../db/schema/credits.ts'
import type { Log } from '../../operations/log.ts'
import { findSubscription, isPaidByStripe } from './plan-of.ts'

/** Stripe did not answer, or answered with an error. */
export const stripeUnavailable = failure({
  code: 'unavailable',
  message: 'The payment service can not be reached. Try again in a moment.',
} as const)

export type EndingDeps = {
  readonly db: SystemDatabase
  readonly log: Log
  /** Null where this server has no Stripe key. */
  readonly stripe: Stripe | null
}

/** Whether Stripe says that it has no such thing. */
const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Whether Stripe has ended a subscription already or no longer knows it: canceling one twice returns 404. */
async function hasEnded(stripe: Stripe, id: string): Promise<boolean> {
  try {
    const { status } = await stripe.subscriptions.retrieve(id)
    return status === 'canceled' || status === 'incomplete_expired'
  } catch (error) {
    if (isMissing(error)) return true
    throw error
  }
}

/** Stripe's id of the subscription that a user pays for; null without one. */
async function paidSubscription(db: SystemDatabase, userId: UserId): Promise<string | null> {
  const row = await findSubscription(db, userId)
  return isPaidByStripe(row) ? (row?.subscriptionId ?? null) : null
}

const withoutStripe: Refusal = {
  code: 'unavailable',
  message: 'Your plan is still paid for, and this server can not end it. Ask its operator to do that first.',
}

/** The reason that a user's Stripe subscription can't be ended here: this server has no key of Stripe. */
export async function endingRefusal({ db, log, stripe }: EndingDeps, userId: UserId): Promise<Refusal | null> {
  if (stripe !== null || (await paidSubscription(db, userId)) === null) return null
  log.error({ userId }, 'a subscription can not be ended: STRIPE_SECRET_KEY is not set')
  return withoutStripe
}

/**
 * Ends what a customer can still pay for, and what was bought in a checkout whose event has not come: the open checkouts first, since a
 * subscription that follows from none of them is on the list afterwards. One that is paid between the two is refused by Stripe, and
 * the next try finds its subscription. https://docs.stripe.com/api/checkout/sessions/expire
 */
async function endPurchases({ stripe, log }: { stripe: Stripe; log: Log }, userId: UserId, customer: string) {
  for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    await stripe.checkout.sessions.expire(id)
  // The list leaves out what has ended.
  for await (const { id, metadata } of stripe.subscriptions.list({ customer, limit: 100 })) {
    if (metadata.userId !== userId) continue
    await stripe.subscriptions.cancel(id)
    log.error(
      { subscriptionId: id, customerId: customer },
      'a subscription of a deleted account was paid for and is canceled now: refund its payment in Stripe',
    )
  }
}

/** The customers that a user has at Stripe. */
async function customersOf(db: SystemDatabase, userId: UserId): Promise<readonly string[]> {
  const rows = await db
    .select({ id: stripeCustomers.id })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId))
  return rows.map(({ id }) => id)
}

/**
 * Ends a user's Stripe subscription at once, if there is one, and the checkouts in which another could be bought: also where another
 * billing provider is in use now.
 */
export async function endStripeSubscription({ db, log, stripe }: EndingDeps, userId: UserId): AsyncResult<null> {
  const id = await paidSubscription(db, userId)
  // Without a key a checkout can't be ended; Stripe ends it within 24 hours.
  if (stripe === null) return id === null ? success(null) : failure(withoutStripe)
  try {
    if (id !== null) await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!(await hasEnded(stripe, id ?? '').catch(() => false))) {
      log.error({ err: error }, 'Stripe refused or could not be reached')
      return stripeUnavailable
    }
  }
  try {
    for (const customer of await customersOf(db, userId))
      await endPurchases({ stripe, log }, userId, customer).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
  } catch (error) {
    log.error({ err: error }, 'Stripe refused or could not be reached')
    return stripeUnavailable
  }
  if (id === null) return success(null)
  // Stripe's own event may come later, or never where the account is removed by then.
  await db
    .update(subscriptions)
    .set({ status: 'ended' })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.subscriptionId, id)))
  return success(null)
}
