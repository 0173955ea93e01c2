import { z } from 'zod'
import { planNames } from '#domain/credits/plan.ts'
import { time } from '../text.ts'

/** An address that the browser opens in a new tab. */
export const billingAddress = z.strictObject({ url: z.string() })

/** A user's plan and its history. */
export const billingShape = z.strictObject({
  plan: z.enum(planNames),
  /** The plan after the end of the period; null if it renews. */
  nextPlan: z.enum(planNames).nullable(),
  periodEnd: time.nullable(),
  /** The billing provider: Stripe, or `local`, which takes no payment. */
  provider: z.enum(['local', 'stripe']),
  /** Whether the user can upgrade; otherwise the operator changes plans. */
  allowsUpgrade: z.boolean(),
  /** The last payment failed. */
  isPastDue: z.boolean(),
  /** Newest first. */
  history: z.array(
    z.strictObject({
      id: z.string(),
      /** For example 'upgraded', 'payment-failed'. */
      kind: z.string(),
      fromPlan: z.enum(planNames).nullable(),
      toPlan: z.enum(planNames).nullable(),
      createdAt: time,
    }),
  ),
})
export type BillingShape = z.infer<typeof billingShape>

export const planBody = z.strictObject({ plan: z.enum(planNames) })
