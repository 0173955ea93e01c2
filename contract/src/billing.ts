import { z } from 'zod'
import { planNames } from '#domain/credits/plan.ts'
import { time } from './text.ts'

/** An address to open in a new tab. */
export const billingAddress = z.strictObject({ url: z.string() })

/** Somebody's plan, and what happened to it. */
export const billingShape = z.strictObject({
  plan: z.enum(planNames),
  /** What it becomes when the period ends; null where it goes on. */
  nextPlan: z.enum(planNames).nullable(),
  periodEnd: time.nullable(),
  /** Who keeps it: a payment service, or the server itself, which takes no payment. */
  keeper: z.enum(['local', 'stripe']),
  /** Whether a larger plan can be taken; where not, the operator gives it. */
  allowsUpgrade: z.boolean(),
  /** The last payment failed. */
  isPastDue: z.boolean(),
  /** The newest first. */
  history: z.array(
    z.strictObject({
      id: z.string(),
      /** In words: 'upgraded', 'payment-failed'. */
      kind: z.string(),
      fromPlan: z.enum(planNames).nullable(),
      toPlan: z.enum(planNames).nullable(),
      createdAt: time,
    }),
  ),
})
export type BillingShape = z.infer<typeof billingShape>

export const planBody = z.strictObject({ plan: z.enum(planNames) })
