import type Stripe from 'stripe'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import type { StripeSettings } from './stripe-client.ts'

/** A subscription as Stripe reports it, with our names. */
export type StatedSubscription = {
  readonly userId: UserId
  readonly customerId: string
  readonly subscriptionId: string
  readonly plan: PlanName
  readonly status: 'active' | 'past-due' | 'ended'
  readonly nextPlan: PlanName | null
  readonly periodEnd: Date | null
}

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status; an unpaid one is no plan. */
const statuses: Readonly<Record<string, StatedSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past-due',
  unpaid: 'ended',
  canceled: 'ended',
  incomplete_expired: 'ended',
  paused: 'ended',
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Parses a Stripe subscription; null for one that is not ours, or not paid yet. */
export function readStripeSubscription(
  subscription: Stripe.Subscription,
  prices: StripeSettings['prices'],
): StatedSubscription | null {
  const userId = asUserId(subscription.metadata.userId ?? '')
  const status = statuses[subscription.status]
  const [item] = subscription.items.data
  const plan = (Object.keys(prices) as (keyof typeof prices)[]).find((name) => prices[name] === item?.price.id)
  if (!isUuid.test(userId) || !status || !plan) return null
  return {
    userId,
    customerId: typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id,
    subscriptionId: subscription.id,
    plan,
    status,
    nextPlan: subscription.cancel_at_period_end ? 'free' : null,
    periodEnd: item ? new Date(item.current_period_end * 1_000) : null,
  }
}
