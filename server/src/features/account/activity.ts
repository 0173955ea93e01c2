import { desc, eq, sql } from 'drizzle-orm'
import type { ActivityKind, ActivityShape } from '#contract/account/activity.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier } from '../../db/database.ts'
import { sweepOf } from '../../db/remove-rows.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import { auditLog } from '../../db/schema/audit-log.ts'

/** The origin of an action; null for an action of the server or its operator. */
export type Origin = { readonly address: string; readonly userAgent: string | undefined } | null

/** The longest user agent that is kept: it is for display, and comes from outside. */
const maxUserAgentLength = 300
const shown = 50

/** Adds an entry to the activity log of an account. */
export async function noteActivity(
  db: Querier,
  { userId, kind, origin }: { readonly userId: UserId; readonly kind: ActivityKind; readonly origin: Origin },
): Promise<void> {
  await db.insert(auditLog).values({
    userId,
    kind,
    address: origin?.address ?? null,
    userAgent: origin?.userAgent?.slice(0, maxUserAgentLength) ?? null,
  })
}

/** Adds a wrong password to the activity log of the account with this email; nothing where there is none. */
export async function noteFailedSignIn(db: Querier, email: string, origin: Origin): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))
  if (user) await noteActivity(db, { userId: user.id, kind: 'sign-in-failed', origin })
}

/** The newest entries of an account's activity log. */
export async function listActivity(db: Querier, userId: UserId): Promise<ActivityShape[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.userId, userId))
    .orderBy(desc(auditLog.id))
    .limit(shown)
  return rows.map(({ id, kind, address, userAgent, createdAt }) => ({
    id,
    kind,
    address,
    userAgent,
    createdAt: createdAt.toISOString(),
  }))
}

/**
 * Removes entries older than 400 days (a year, and time to look), and sessions that are over or older than 90 days. A guest's, the
 * only way in, lasts as long as it is used.
 */
export const sweepActivity = sweepOf(
  {
    table: sessions,
    where: sql`expires_at < now() or (created_at < now() - interval '90 days'
      and not exists (select 1 from users where users.id = sessions.user_id and users.is_guest))`,
  },
  { table: auditLog, where: sql`created_at < now() - interval '400 days'` },
)
