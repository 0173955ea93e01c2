import { eq } from 'drizzle-orm'
import type { PlanName } from '#domain/credits/plan.ts'
import type { Querier } from '../../db/database.ts'
import { subscriptions } from '../../db/schema/credits.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Somebody's subscription, over or not; null where there never was one. */
export async function findSubscription(db: Querier, userId: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row ?? null
}

/** Whether Stripe keeps a subscription that has not ended: it may be charged for again. */
export const isPaidByStripe = (row: Pick<SubscriptionRow, 'provider' | 'status'> | null): boolean =>
  row?.provider === 'stripe' && row.status !== 'ended'

/** A plan that is left goes on until its period ends; a failed payment leaves it until its billing provider ends it. */
export function planIn(
  row: Pick<SubscriptionRow, 'plan' | 'status' | 'nextPlan' | 'periodEnd'> | null,
  now: number,
): PlanName {
  if (!row || row.status === 'ended') return 'free'
  const isOver = row.nextPlan !== null && row.periodEnd !== null && row.periodEnd.getTime() <= now
  return isOver && row.nextPlan ? row.nextPlan : row.plan
}

/** The plan that somebody has at a moment, in milliseconds since 1970: free, unless a paid one is active. */
export const planOf = async (db: Querier, userId: string, now: number): Promise<PlanName> =>
  planIn(await findSubscription(db, userId), now)
