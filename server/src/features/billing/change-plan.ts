import { randomUUID } from 'node:crypto'
import type { UserId } from '#domain/account/user-id.ts'
import { periodsOf } from '#domain/credits/grants-due.ts'
import { comparePlans, type PlanName } from '#domain/credits/plan.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { accrueGrants } from '#server/features/credits/accrue-grants.ts'
import type { Money } from '#server/models/money.ts'
import type { UserDatabase } from '../../db/database.ts'
import { billingEvents, subscriptions } from '../../db/schema/credits.ts'
import { appendEvents, lockEvents } from '../../events/append-events.ts'
import { creditsChanged } from '../credits/credits-changed.ts'
import type { BillingProvider } from './billing-provider.ts'
import { findSubscription, isPaidByStripe, planIn } from './plan-of.ts'

type PlanChange = { readonly userId: UserId; readonly plan: PlanName }

const notByThemselves = failure({
  code: 'impossible',
  message: 'Larger plans are given by the operator of this server. Ask them for one.',
} as const)

const stillPaid = failure({
  code: 'impossible',
  message:
    'Your plan is still paid for through Stripe, and this server can not end that. Ask its operator to end it first.',
} as const)

/**
 * Changes a plan of the local billing provider. A larger plan begins at once with its credits; a smaller one, or none, begins
 * when the month ends; choosing the current plan cancels a planned change. A subscription that Stripe still charges for is never
 * overwritten: its id is needed to end it.
 */
export function changeLocalPlan(
  deps: { readonly db: UserDatabase; readonly money: Money; readonly billing: BillingProvider },
  { userId, plan }: PlanChange,
): AsyncResult<null> {
  const { db, money } = deps
  if (money === 'off') return Promise.resolve(failure({ code: 'not-found' }))
  if (deps.billing.name !== 'local')
    return Promise.resolve(failure({ code: 'impossible', message: 'Your plan is changed in the billing portal.' }))
  return refusableTransaction<null>(db, async (tx) => {
    await lockEvents(tx, userId)
    const now = money.now()
    const row = await findSubscription(tx, userId)
    if (isPaidByStripe(row)) return stillPaid
    const before = planIn(row, now)
    const planned = row?.nextPlan && before === row.plan ? row.nextPlan : null
    if (comparePlans(plan, before) > 0 && !deps.billing.allowsUpgrade) return notByThemselves
    if (plan === before && planned === null) return failure({ code: 'conflict', message: 'This is your plan already.' })
    const isLater = comparePlans(plan, before) < 0
    const next = {
      plan: isLater ? before : plan,
      provider: 'local' as const,
      status: 'active' as const,
      nextPlan: isLater ? plan : null,
      periodEnd: new Date(periodsOf(now).month.endsAt),
      statedAt: new Date(now),
    }
    await tx
      .insert(subscriptions)
      .values({ userId, ...next })
      .onConflictDoUpdate({ target: subscriptions.userId, set: next })
    const kind = isLater ? (plan === 'free' ? 'cancelled' : 'downgraded') : plan === before ? 'kept' : 'upgraded'
    await tx.insert(billingEvents).values({ id: randomUUID(), userId, kind, fromPlan: before, toPlan: plan })
    await accrueGrants(tx, { userId, plan: next.plan, now, allowances: money.allowances })
    await appendEvents(tx, userId, [await creditsChanged(tx, userId)])
    return success(null)
  })
}
