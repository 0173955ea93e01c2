import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { and, eq, isNotNull } from 'drizzle-orm'
import { syncSubscription } from '#server/features/billing/handle-stripe-event.ts'
import { stripePartsOf } from '#server/start/open-money.ts'
import { readPlans } from '#server/start/plans-file.ts'
import { subscriptions } from '../db/schema/credits.ts'
import { describeError } from '../operations/describe-error.ts'
import { type AdminContext, type AdminResult, Misuse } from './admin-context.ts'

/** Updates every subscription from Stripe's state, where a webhook may have been lost. */
export async function reconcileBilling({ db, env }: AdminContext): Promise<AdminResult> {
  const plans = await readPlans(join(env.DATA_DIR, 'plans.json'), env)
  const stripe = stripePartsOf({ env, plans, now: Date.now })
  if (!stripe) throw new Misuse('Stripe is not set up: there is nothing to reconcile.')
  const rows = await db
    .select({ userId: subscriptions.userId, id: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.provider, 'stripe'), isNotNull(subscriptions.subscriptionId)))
  const lines: string[] = []
  let outcome: AdminResult['outcome'] = 'done'
  for (const { userId, id } of rows) {
    if (id === null) continue
    try {
      const reason = { type: 'reconciliation', eventId: `reconciliation ${randomUUID()}` }
      const changed = await syncSubscription({ db, ...stripe }, id, reason)
      if (changed === 'changed') lines.push(`${id} of ${userId}: taken over.`)
    } catch (error) {
      outcome = 'failed'
      lines.push(`${id} of ${userId}: ${describeError(error).message}`)
    }
  }
  return { lines: [...lines, `${rows.length} subscriptions looked at.`], outcome }
}
