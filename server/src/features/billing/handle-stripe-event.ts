import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import { comparePlans, type PlanName } from '#domain/credits/plan.ts'
import { isUuid } from '#domain/text/is-uuid.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { users } from '#server/db/schema/accounts.ts'
import { billingEvents, subscriptions } from '#server/db/schema/credits.ts'
import { query } from '#server/db/sql/query.ts'
import { appendEvents, lockEvents } from '#server/events/append-events.ts'
import { accrueGrants } from '#server/features/credits/accrue-grants.ts'
import { creditsChanged } from '#server/features/credits/credits-changed.ts'
import { expireMonthlyGrant } from '#server/features/credits/expire-monthly-grant.ts'
import type { Log } from '#server/operations/log.ts'
import { findSubscription, planIn } from './plan-of.ts'
import { handleDispute, handleRefund, type StripeDeps } from './reversed-charge.ts'
import type { StripeSettings } from './stripe-client.ts'

/** A subscription as Stripe reports it, with our names. */
type StatedSubscription = {
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

/** Parses a Stripe subscription; null for one that is not ours, or not paid yet. */
function readStripeSubscription(
  subscription: Stripe.Subscription,
  prices: StripeSettings['prices'],
): StatedSubscription | null {
  const userId = asUserId(subscription.metadata.userId ?? '')
  const status = statuses[subscription.status]
  const [item] = subscription.items.data
  const plan = (Object.keys(prices) as (keyof typeof prices)[]).find((name) => prices[name] === item?.price.id)
  if (!isUuid(userId) || !status || !plan) return null
  return {
    userId,
    customerId: typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id,
    subscriptionId: subscription.id,
    plan,
    status,
    ...endOf(subscription, item?.current_period_end ?? null),
  }
}

/** Seconds that a cancellation may lie after the end of the period that it ends. */
const cancelToleranceSeconds = 86_400

/**
 * The plan after the period, and when that ends. In flexible billing mode, the default of the pinned API version, a
 * cancellation in the portal sets `cancel_at` and leaves `cancel_at_period_end` false
 * (docs.stripe.com/billing/subscriptions/billing-mode/compare). A `cancel_at` of a later period is read when that one begins.
 */
function endOf(
  { cancel_at: cancelAt, cancel_at_period_end: isCanceled }: Stripe.Subscription,
  currentEnd: number | null,
): Pick<StatedSubscription, 'nextPlan' | 'periodEnd'> {
  const endsInPeriod = typeof cancelAt === 'number' && cancelAt <= (currentEnd ?? cancelAt) + cancelToleranceSeconds
  const end = endsInPeriod ? cancelAt : currentEnd
  return {
    nextPlan: isCanceled || endsInPeriod ? 'free' : null,
    periodEnd: end === null ? null : new Date(end * 1_000),
  }
}

/** The subscription that an event is about; null for events that change no plan. */
function subscriptionIdOf(event: Stripe.Event): string | null {
  const idOf = (one: string | { id: string } | null | undefined) => (typeof one === 'string' ? one : (one?.id ?? null))
  switch (event.type) {
    case 'checkout.session.completed':
      return idOf(event.data.object.subscription)
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return event.data.object.id
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return idOf(event.data.object.parent?.subscription_details?.subscription)
    default:
      return null
  }
}

/** The kind of change of a plan, for its history. */
function kindOf(type: string, before: PlanName, after: PlanName): string | null {
  if (type === 'invoice.payment_failed') return 'payment-failed'
  const step = comparePlans(after, before)
  if (step > 0) return 'upgraded'
  if (step < 0) return after === 'free' ? 'cancelled' : 'downgraded'
  return null
}

/** The number of repetitions of a read that another one overtakes; the last one counts all the same. */
const maxReads = 5

/** The time by the database's clock, which all processes share. */
async function databaseTime(db: SystemDatabase): Promise<Date> {
  const { rows } = await query<{ now: string }>(db, { now: 'string' }, sql`select clock_timestamp()::text as now`)
  return new Date(rows[0]?.now ?? 0)
}

/**
 * Stores Stripe's current state of a subscription. The content of an event is not used: events come late, twice and in any order,
 * the current state is always right. Stripe is asked outside of the transaction, which blocks other changes of the user; a state
 * that was requested before the stored one is requested again. @param reason The event's type and id; an id that was handled
 * before changes nothing. Null for a read without an event.
 * @returns `no-account`: it is active, and this server has no such user.
 */
export async function syncSubscription(
  deps: StripeDeps,
  subscriptionId: string,
  reason: { readonly type: string; readonly eventId: string },
): Promise<'changed' | 'unchanged' | 'no-account'> {
  for (let looks = 1; ; looks += 1) {
    const askedAt = await databaseTime(deps.db)
    const stated = readStripeSubscription(await deps.stripe.subscriptions.retrieve(subscriptionId), deps.prices)
    if (!stated) return 'unchanged'
    const taken = await storeState(deps, { stated, askedAt, isLast: looks === maxReads }, reason)
    if (taken !== 'overtaken') return taken
  }
}

type Look = { readonly stated: StatedSubscription; readonly askedAt: Date; readonly isLast: boolean }

/** Stores a state of Stripe, unless a later one is stored by now. One at a time for each user. */
function storeState(
  deps: StripeDeps,
  { stated: { userId, ...state }, askedAt, isLast }: Look,
  reason: { readonly type: string; readonly eventId: string },
): Promise<'changed' | 'unchanged' | 'no-account' | 'overtaken'> {
  return deps.db.transaction(async (tx) => {
    await lockEvents(tx, userId)
    const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
    if (!known) return state.status === 'ended' ? 'unchanged' : 'no-account'
    const now = deps.money.now()
    const row = await findSubscription(tx, userId)
    if (!isLast && row?.provider === 'stripe' && row.statedAt.getTime() >= askedAt.getTime()) return 'overtaken'
    // Of two subscriptions the active one counts, not an older one that ends.
    const isOther = row?.subscriptionId != null && row.subscriptionId !== state.subscriptionId
    if (isOther && row.status !== 'ended' && state.status === 'ended') return 'unchanged'
    const before = planIn(row, now)
    const next = { ...state, provider: 'stripe' as const, statedAt: askedAt }
    await tx
      .insert(subscriptions)
      .values({ userId, ...next })
      .onConflictDoUpdate({ target: subscriptions.userId, set: next })
    const after = planIn(next, now)
    const kind = kindOf(reason.type, before, after)
    if (kind)
      await tx
        .insert(billingEvents)
        .values({ id: reason.eventId, userId, kind, fromPlan: before, toPlan: after })
        .onConflictDoNothing()
    if (before !== 'free' && after === 'free') await expireMonthlyGrant(tx, { userId, now, afterwards: 'new-period' })
    await accrueGrants(tx, { userId, plan: after, now, allowances: deps.money.allowances })
    await appendEvents(tx, userId, [await creditsChanged(tx, userId)])
    return before === after ? 'unchanged' : 'changed'
  })
}

/** Applies an event of Stripe, whose signature was checked, to a user's plan and credits. Each event counts once. */
export async function handleStripeEvent(deps: StripeDeps & { readonly log: Log }, event: Stripe.Event): Promise<void> {
  if (event.type === 'charge.refunded') return handleRefund(deps, event)
  if (event.type === 'charge.dispute.created' || event.type === 'charge.dispute.closed')
    return handleDispute(deps, event)
  const subscriptionId = subscriptionIdOf(event)
  if (!subscriptionId) return
  const outcome = await syncSubscription(deps, subscriptionId, { type: event.type, eventId: event.id })
  // Not ended here: another server may share the Stripe account.
  if (outcome === 'no-account')
    deps.log.error(
      { subscriptionId },
      'a subscription is paid for without an account on this server: look at it in Stripe',
    )
}
