import { eq } from 'drizzle-orm'
import type { NotificationsShape } from '#contract/account/account.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { UserDatabase } from '../../db/database.ts'
import { users } from '../../db/schema/accounts.ts'
import { profiles } from '../../db/schema/profiles.ts'
import { findProfile } from './profile-rows.ts'

type NotificationDeps = {
  readonly db: UserDatabase
  readonly mailer: { readonly canSend: boolean }
  /** The address that emails lead to; undefined where the operator has set none. */
  readonly publicUrl: string | undefined
}

/** Email notifications of a user. */
export async function readNotifications(
  { db, mailer, publicUrl }: NotificationDeps,
  userId: UserId,
): Promise<NotificationsShape> {
  const { emailsComments } = await findProfile(db, userId)
  const [user] = await db.select({ isProven: users.emailVerified }).from(users).where(eq(users.id, userId))
  const missing = mailer.canSend && publicUrl ? (user?.isProven ? null : 'confirmation') : 'server'
  return { emailsComments, canEmail: missing === null, missing }
}

/** Changes what a user is sent emails about. */
export async function changeNotifications(
  deps: NotificationDeps,
  { userId, emailsComments }: { readonly userId: UserId; readonly emailsComments: boolean },
): Promise<NotificationsShape> {
  await findProfile(deps.db, userId)
  await deps.db.update(profiles).set({ emailsComments }).where(eq(profiles.userId, userId))
  return readNotifications(deps, userId)
}
