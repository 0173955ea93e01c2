import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier, SystemDatabase } from '../db/database.ts'
import { accounts } from '../db/schema/accounts.ts'
import { createSignInGuard } from './sign-in-guard.ts'

const ownAccount = (userId: UserId) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** Passwords of accounts, stored as better-auth stores them. */
export function createPasswords(db: SystemDatabase, { attempts }: { readonly attempts: number }) {
  const guard = createSignInGuard(db, { free: attempts })
  return {
    /**
     * Checks the password of an account. A stolen session must not allow unlimited guesses: they wait longer each, as at sign-in, and
     * are counted apart from those, which would lock the owner out.
     */
    async check(
      userId: UserId,
      password: string,
    ): Promise<{ readonly state: 'fits' | 'wrong' } | { readonly state: 'wait'; readonly seconds: number }> {
      const turn = await guard.begin({ email: `session of ${userId}`, address: '' })
      if (turn.state === 'wait') return turn
      const [row] = await db.select({ hash: accounts.password }).from(accounts).where(ownAccount(userId))
      const fits = row?.hash != null && (await verifyPassword({ hash: row.hash, password }))
      await turn.ended(fits ? 'right' : 'wrong')
      return { state: fits ? 'fits' : 'wrong' }
    },
    /** Sets a new password. Sessions stay open: the caller ends those that should not. */
    async set(tx: Querier, userId: UserId, password: string): Promise<void> {
      const hash = await hashPassword(password)
      await tx.update(accounts).set({ password: hash, updatedAt: sql`now()` }).where(ownAccount(userId))
    },
  }
}
