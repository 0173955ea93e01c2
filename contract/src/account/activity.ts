import { z } from 'zod'
import { time } from '../text.ts'

/** The kinds of entries in an account's activity log. */
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
  'token-made',
  'token-ended',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** One entry of the activity log: what was done, and from where. */
export const activityShape = z.strictObject({
  id: z.int(),
  kind: z.enum(activityKinds),
  /** The client's address; null for the server itself and its operator. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: time,
})
export type ActivityShape = z.infer<typeof activityShape>
