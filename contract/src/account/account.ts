import { z } from 'zod'
import { firstSteps } from '#domain/account/first-steps.ts'
import { time } from '../text.ts'
import { email, newPassword, password } from './accounts.ts'

/** A browser or program with an open session. */
export const sessionShape = z.strictObject({
  id: z.uuid(),
  /** The session of this request. */
  isCurrent: z.boolean(),
  createdAt: time,
  /** When the session was last extended: at most a day before its last use. */
  seenAt: time,
  /** The name that the browser sends (User-Agent); null without one. */
  userAgent: z.string().nullable(),
})
export type SessionShape = z.infer<typeof sessionShape>

/** @param tokens Whether API tokens and connections of programs end as well. */
export const changePasswordBody = z.strictObject({
  currentPassword: password,
  newPassword,
  tokens: z.enum(['keep', 'end']).default('keep'),
})
export const confirmPasswordBody = z.strictObject({ password })
export const changeEmailBody = z.strictObject({ email, password })
export const deleteAccountBody = z.strictObject({ password })

const mostSteps = firstSteps.length
/** The number of first steps that are done: while some are not, the canvas shows the next one. */
export const firstStepsShape = z.strictObject({ done: z.int().min(0).max(mostSteps) })
export type FirstStepsShape = z.infer<typeof firstStepsShape>
export const firstStepsBody = z.strictObject({ done: z.int().min(1).max(mostSteps) })

/** Email notifications of the user. */
export const notificationsShape = z.strictObject({
  /** After a visit in which a reviewer commented on a review link. */
  emailsComments: z.boolean(),
  /** Whether emails can be sent to this user: the server sends emails, and the address was proven by a link in one. */
  canEmail: z.boolean(),
  /**
   * Requirement for emails that is missing; null for none. `server`: its operator has not set SMTP_URL or PUBLIC_URL, whose links an email needs;
   * `confirmation`: the address was not proven yet.
   */
  missing: z.enum(['server', 'confirmation']).nullable().exactOptional(),
})
export type NotificationsShape = z.infer<typeof notificationsShape>
export const notificationsBody = notificationsShape.pick({ emailsComments: true })
