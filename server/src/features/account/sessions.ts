import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { SessionShape } from '#contract/account/account.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Querier, UserDatabase } from '../../db/database.ts'
import { sessions, verifications } from '../../db/schema/accounts.ts'

/** The user of a request and their session. */
export type Caller = { readonly userId: UserId; readonly sessionId: string }

/** The sessions of a user, the newest first. A session's token never leaves the server. */
export async function listSessions(db: UserDatabase, { userId, sessionId }: Caller): Promise<SessionShape[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt))
  return rows.map(({ id, createdAt, updatedAt, userAgent }) => ({
    id,
    isCurrent: id === sessionId,
    createdAt: createdAt.toISOString(),
    seenAt: updatedAt.toISOString(),
    userAgent: userAgent || null,
  }))
}

/** Ends one session of a user. */
export async function endSession(
  db: UserDatabase,
  { userId, sessionId }: Caller,
): AsyncResult<{ deleted: number; ids: string[] }> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) return failure({ code: 'not-found' })
  return success({ deleted: ended.length, ids: ended.map(({ id }) => id) })
}

/** Ends sessions of a user. @param keep The session to keep; null for none. @returns The sessions that ended. */
export async function endSessions(db: Querier, userId: UserId, keep: string | null): Promise<string[]> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep === null ? undefined : ne(sessions.id, keep)))
    .returning({ id: sessions.id })
  return ended.map(({ id }) => id)
}

/** Invalidates the reset links of an account. Called where its password or email changes. */
export async function endResetLinks(db: Querier, userId: UserId): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId))
}
