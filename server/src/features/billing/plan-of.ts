import { eq } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import type { Querier } from '../../db/database.ts'
import { subscriptions } from '../../db/schema/credits.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** A user's subscription, active or ended; null where there never was one. */
export async function findSubscription(db: Querier, userId: UserId): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row ?? null
}

/** Whether Stripe has a subscription that has not ended: it may charge again. */
export const isPaidByStripe = (row: Pick<SubscriptionRow, 'provider' | 'status'> | null): boolean =>
  row?.provider === 'stripe' && row.status !== 'ended'

/**
 * The plan of a subscription. A canceled plan lasts until its period ends; a failed payment keeps it until the billing provider
 * ends it.
 */
export function planIn(
  row: Pick<SubscriptionRow, 'plan' | 'status' | 'nextPlan' | 'periodEnd'> | null,
  now: number,
): PlanName {
  if (!row || row.status === 'ended') return 'free'
  const isOver = row.nextPlan !== null && row.periodEnd !== null && row.periodEnd.getTime() <= now
  return isOver && row.nextPlan ? row.nextPlan : row.plan
}

/** The plan of a user at a moment, in milliseconds since 1970: free, unless a paid one is active. */
export const planOf = async (db: Querier, userId: UserId, now: number): Promise<PlanName> =>
  planIn(await findSubscription(db, userId), now)
