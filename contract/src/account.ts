import { z } from 'zod'
import { email, newPassword, password } from './accounts.ts'
import { time } from './text.ts'

/** A browser or program that is signed in. */
export const sessionShape = z.strictObject({
  id: z.uuid(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  createdAt: time,
  /** When it was last prolonged: at most a day before it was last used. */
  seenAt: time,
  /** As the browser calls itself; null where it says nothing. */
  userAgent: z.string().nullable(),
})
export type SessionShape = z.infer<typeof sessionShape>

export const changePasswordBody = z.strictObject({ currentPassword: password, newPassword })
export const changeEmailBody = z.strictObject({ email, password })
export const deleteAccountBody = z.strictObject({ password })
