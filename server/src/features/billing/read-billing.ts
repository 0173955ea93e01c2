import { desc, eq } from 'drizzle-orm'
import type { BillingShape } from '#contract/money/billing.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { UserDatabase } from '../../db/database.ts'
import { billingEvents } from '../../db/schema/credits.ts'
import type { BillingProvider } from './billing-provider.ts'
import { findSubscription, planIn } from './plan-of.ts'

const maxEvents = 100

/** A user's plan as the billing page shows it. @param now Milliseconds since 1970. */
export async function readBilling(
  deps: { readonly db: UserDatabase; readonly billing: BillingProvider },
  { userId, now }: { readonly userId: UserId; readonly now: number },
): Promise<BillingShape> {
  const row = await findSubscription(deps.db, userId)
  const plan = planIn(row, now)
  const isPlanned = row?.nextPlan != null && plan === row.plan && row.status !== 'ended'
  const history = await deps.db
    .select()
    .from(billingEvents)
    .where(eq(billingEvents.userId, userId))
    .orderBy(desc(billingEvents.createdAt))
    .limit(maxEvents)
  return {
    plan,
    nextPlan: isPlanned ? (row?.nextPlan ?? null) : null,
    periodEnd: plan === 'free' ? null : (row?.periodEnd?.toISOString() ?? null),
    provider: deps.billing.name,
    allowsUpgrade: deps.billing.allowsUpgrade,
    isPastDue: row?.status === 'past-due',
    history: history.map(({ id, kind, fromPlan, toPlan, createdAt }) => ({
      id,
      kind,
      fromPlan,
      toPlan,
      createdAt: createdAt.toISOString(),
    })),
  }
}
