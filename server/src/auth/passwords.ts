import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier, SystemDatabase } from '../db/database.ts'
import { accounts, rateLimits } from '../db/schema/accounts.ts'
import { attemptsWindowSeconds } from './auth.ts'

const ownAccount = (userId: UserId) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** Counts a guess at a user's password. @returns The guesses within the window, including this one. */
async function countGuess(db: SystemDatabase, userId: UserId): Promise<number> {
  const now = Date.now()
  const isOver = sql`${rateLimits.lastRequest} < ${now - attemptsWindowSeconds * 1_000}`
  const [row] = await db
    .insert(rateLimits)
    .values({ key: `password:${userId}`, count: 1, lastRequest: now })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        lastRequest: sql`case when ${isOver} then ${now}::bigint else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count })
  return row?.count ?? 1
}

/** Passwords of accounts, stored as better-auth stores them. */
export function createPasswords(db: SystemDatabase, { attempts }: { readonly attempts: number }) {
  return {
    /** Checks the password of an account; a stolen session must not allow unlimited guesses. */
    async check(userId: UserId, password: string): Promise<'fits' | 'wrong' | 'too-many'> {
      if ((await countGuess(db, userId)) > attempts) return 'too-many'
      const [row] = await db.select({ hash: accounts.password }).from(accounts).where(ownAccount(userId))
      if (!row?.hash) return 'wrong'
      return (await verifyPassword({ hash: row.hash, password })) ? 'fits' : 'wrong'
    },
    /** Sets a new password. Sessions stay open: the caller ends those that should not. */
    async set(tx: Querier, userId: UserId, password: string): Promise<void> {
      const hash = await hashPassword(password)
      await tx.update(accounts).set({ password: hash, updatedAt: sql`now()` }).where(ownAccount(userId))
    },
  }
}
