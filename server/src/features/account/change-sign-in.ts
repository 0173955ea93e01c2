import { eq, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { isTaken } from '../../db/database-error.ts'
import { users } from '../../db/schema/accounts.ts'
import { endAllTokens } from '../api-tokens/api-tokens.ts'
import { type Passwords, requirePassword } from './passwords.ts'
import { type Caller, endResetLinks, endSessions } from './sessions.ts'

type Deps = { readonly db: UserDatabase; readonly passwords: Passwords }

type NewPassword = Caller & {
  readonly currentPassword: string
  readonly newPassword: string
  /** Of programs: API tokens, and connections. */
  readonly tokens: 'keep' | 'end'
}

/** Sets a new password after checking the old one, and ends every session but the caller's. */
export async function changePassword(
  { db, passwords }: Deps,
  { userId, sessionId, currentPassword, newPassword, tokens }: NewPassword,
): AsyncResult<{ ended: number; endedTokens: number }> {
  const known = await requirePassword(passwords, { userId, password: currentPassword, field: 'currentPassword' })
  if (!known.ok) return known
  return db.transaction(async (tx) => {
    await passwords.set(tx, userId, newPassword)
    await endResetLinks(tx, userId)
    const ended = (await endSessions(tx, userId, sessionId)).length
    return success({ ended, endedTokens: tokens === 'end' ? await endAllTokens(tx, userId) : 0 })
  })
}

const taken = 'There is an account with this email already.'

/** Changes the email for signing in. It counts as not yet confirmed. */
export async function changeEmail(
  { db, passwords }: Deps,
  { userId, email, password }: { userId: UserId; email: string; password: string },
): AsyncResult<{ email: string }> {
  const known = await requirePassword(passwords, { userId, password, field: 'password' })
  if (!known.ok) return known
  // Stored as sign-up stores it: sign-in compares in lower case.
  const wanted = email.toLowerCase()
  try {
    await db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({ email: wanted, emailVerified: false, updatedAt: sql`now()` })
        .where(eq(users.id, userId))
      await endResetLinks(tx, userId)
    })
    return success({ email: wanted })
  } catch (error) {
    if (!isTaken(error)) throw error
    return failure({ code: 'conflict', message: taken, data: { issues: [{ path: ['email'], message: taken }] } })
  }
}
