import { z } from 'zod'
import { planNames } from '#domain/credits/plan.ts'
import { time } from './text.ts'

/** An address to open in a new tab. */
export const billingAddress = z.strictObject({ url: z.string() })

/** A person's plan and its history. */
export const billingShape = z.strictObject({
  plan: z.enum(planNames),
  /** What it becomes when the period ends; null where it goes on. */
  nextPlan: z.enum(planNames).nullable(),
  periodEnd: time.nullable(),
  /** The billing provider: Stripe, or the server itself, which takes no payment. */
  provider: z.enum(['local', 'stripe']),
  /** Whether a larger plan can be taken; where not, the operator gives it. */
  allowsUpgrade: z.boolean(),
  /** The last payment failed. */
  isPastDue: z.boolean(),
  /** The newest first. */
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
