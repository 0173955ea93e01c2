import { z } from 'zod'
import { time } from './text.ts'

/** Everything about an account that is noted for its owner to see. */
export const activityKinds = [
  'signed-up',
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'password-changed',
  'password-reset',
  'email-changed',
  'session-ended',
  'key-saved',
  'key-removed',
  'plan-changed',
  'data-exported',
  'link-made',
  'link-revoked',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** One thing that was done with an account, and from where. */
export const activityShape = z.strictObject({
  id: z.int(),
  kind: z.enum(activityKinds),
  /** The address it came from; null where the server itself or its operator did it. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: time,
})
export type ActivityShape = z.infer<typeof activityShape>
