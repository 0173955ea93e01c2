import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { SystemDatabase } from '#server/db/database.ts'
import { billingEvents, subscriptions } from '#server/db/schema/credits.ts'
import { appendEvents, lockEvents } from '#server/events/append-events.ts'
import { creditsChanged } from '#server/features/credits/credits-changed.ts'
import { expireMonthlyGrant } from '#server/features/credits/expire-monthly-grant.ts'
import type { Money } from '#server/models/money.ts'
import type { Log } from '#server/operations/log.ts'
import { isOfRunningPeriod } from './paid-period.ts'
import { planIn } from './plan-of.ts'
import type { StripeSettings } from './stripe-client.ts'

/** The parts that handling an event of Stripe needs. */
export type StripeDeps = {
  readonly db: SystemDatabase
  readonly stripe: Stripe
  readonly prices: StripeSettings['prices']
  readonly money: Exclude<Money, 'off'>
}

type ReversedCharge = {
  readonly eventId: string
  /** For the history of the plan. */
  readonly kind: 'refunded' | 'disputed' | 'dispute-won' | 'dispute-lost'
  readonly charge: Pick<Stripe.Charge, 'customer' | 'created'>
  /** `taken-back`: the payment is gone for good. */
  readonly credits: 'kept' | 'taken-back'
}

/**
 * Records what happened to a payment. Where it is gone, the rest of the credits that it paid for is taken back; what was spent
 * stays spent. Of a payment for an earlier month nothing is taken: its credits have expired.
 */
async function noteCharge({ db, money }: StripeDeps, { charge, ...reversed }: ReversedCharge): Promise<void> {
  const customerId = typeof charge.customer === 'string' ? charge.customer : charge.customer?.id
  if (!customerId) return
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.customerId, customerId))
    if (!row) return
    await lockEvents(tx, row.userId)
    const plan = planIn(row, money.now())
    const noted = await tx
      .insert(billingEvents)
      .values({ id: reversed.eventId, userId: row.userId, kind: reversed.kind, fromPlan: plan, toPlan: plan })
      .onConflictDoNothing()
      .returning({ id: billingEvents.id })
    if (noted.length === 0) return
    const isRunning =
      row.status !== 'ended' && isOfRunningPeriod(charge.created * 1_000, row.periodEnd?.getTime() ?? null)
    if (reversed.credits === 'taken-back' && isRunning)
      await expireMonthlyGrant(tx, { userId: row.userId, now: money.now(), afterwards: 'same-period' })
    await appendEvents(tx, row.userId, [await creditsChanged(tx, row.userId)])
  })
}

/** Handles a refund; one of a part of the payment takes nothing. */
export async function handleRefund(deps: StripeDeps, event: Stripe.ChargeRefundedEvent): Promise<void> {
  const charge = event.data.object
  if (charge.refunded) await noteCharge(deps, { eventId: event.id, kind: 'refunded', charge, credits: 'taken-back' })
}

/** The outcomes of disputes by their status; an inquiry ('warning_…') takes no money, and ends by itself. */
const outcomes: Readonly<Record<string, Pick<ReversedCharge, 'kind' | 'credits'>>> = {
  needs_response: { kind: 'disputed', credits: 'kept' },
  under_review: { kind: 'disputed', credits: 'kept' },
  won: { kind: 'dispute-won', credits: 'kept' },
  lost: { kind: 'dispute-lost', credits: 'taken-back' },
}

/**
 * Handles a dispute that was opened or closed (docs.stripe.com/disputes). The bank holds the money from the beginning, but may
 * still give it back: only a lost dispute takes credits. The operator answers disputes at Stripe, and reads of them in the log.
 */
export async function handleDispute(
  deps: StripeDeps & { readonly log: Log },
  event: Stripe.ChargeDisputeCreatedEvent | Stripe.ChargeDisputeClosedEvent,
): Promise<void> {
  const { id, charge, status, reason } = event.data.object
  const outcome = outcomes[status]
  deps.log.warn({ dispute: id, status, reason }, 'A payment is disputed at Stripe')
  if (!outcome) return
  // A dispute names its charge alone.
  const charged = typeof charge === 'string' ? await deps.stripe.charges.retrieve(charge) : charge
  await noteCharge(deps, { eventId: event.id, ...outcome, charge: charged })
}
