import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier, SystemDatabase } from '../db/database.ts'
import { accounts } from '../db/schema/accounts.ts'
import { attemptsWindowSeconds } from './auth.ts'
import { countAttempt } from './count-attempt.ts'

const ownAccount = (userId: UserId) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** Passwords of accounts, stored as better-auth stores them. */
export function createPasswords(db: SystemDatabase, { attempts }: { readonly attempts: number }) {
  return {
    /** Checks the password of an account; a stolen session must not allow unlimited guesses. */
    async check(userId: UserId, password: string): Promise<'fits' | 'wrong' | 'too-many'> {
      const guesses = await countAttempt(db, `password:${userId}`, attemptsWindowSeconds * 1_000)
      if (guesses > attempts) return 'too-many'
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
