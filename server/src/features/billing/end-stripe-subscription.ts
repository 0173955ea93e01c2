import { and, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { subscriptions } from '../../db/schema/credits.ts'
import type { Log } from '../../operations/log.ts'
import type { Refusable, Refusal } from '../refusal.ts'
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

/** Whether Stripe has ended a subscription already or no longer knows it: canceling one twice returns 404. */
async function hasEnded(stripe: Stripe, id: string): Promise<boolean> {
  try {
    const { status } = await stripe.subscriptions.retrieve(id)
    return status === 'canceled' || status === 'incomplete_expired'
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return true
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

/** Ends a user's Stripe subscription at once, if there is one: also where another billing provider is in use now. */
export async function endStripeSubscription({ db, log, stripe }: EndingDeps, userId: UserId): Refusable<null> {
  const id = await paidSubscription(db, userId)
  if (id === null) return success(null)
  if (stripe === null) return failure(withoutStripe)
  try {
    await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!(await hasEnded(stripe, id).catch(() => false))) {
      log.error({ err: error }, 'Stripe refused or could not be reached')
      return stripeUnavailable
    }
  }
  // Stripe's own event may come later, or never where the account is removed by then.
  await db
    .update(subscriptions)
    .set({ status: 'ended' })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.subscriptionId, id)))
  return success(null)
}
