import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { signInWaitSeconds } from '#domain/account/sign-in-wait.ts'
import type { Database } from '../db/database.ts'
import { rateLimits, sessions, users } from '../db/schema/accounts.ts'

/** A try to sign in. The address is the real one, never what a header claims. */
export type SignInTry = { readonly email: string; readonly address: string }

export type SignInGuard = {
  /** Counts a try as wrong until it turns out right. */
  begin(attempt: SignInTry): Promise<SignInTurn>
}

/** `succeeded` is called when the password was right: what was counted is forgotten. */
export type SignInTurn =
  | { readonly state: 'wait'; readonly seconds: number }
  | { readonly state: 'go-on'; succeeded(): Promise<void> }

/**
 * Slows guessing at one account down, from however many addresses it comes. It counts emails that nobody has as well, so
 * that it tells nothing. Whoever has a session from the same address is counted apart: strangers who guess can't lock them out.
 * @param settings.free Wrong passwords in a row that cost nothing.
 */
export function createSignInGuard(db: Database, settings: { readonly free: number }): SignInGuard {
  async function keyOf({ email, address }: SignInTry): Promise<string> {
    const known = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(eq(users.email, email.toLowerCase()), eq(sessions.ipAddress, address), gt(sessions.expiresAt, sql`now()`)),
      )
      .limit(1)
    // Hashed: what is no account may be anything that somebody typed.
    const place = createHash('sha256')
      .update(`${email.toLowerCase()}\n${known.length > 0 ? address : ''}`)
      .digest('base64url')
    return `sign-in:${place}`
  }

  return {
    async begin(attempt) {
      const key = await keyOf(attempt)
      return db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 3))`)
        const [row] = await tx.select().from(rateLimits).where(eq(rateLimits.key, key))
        const failures = row?.count ?? 0
        const now = Date.now()
        const freeAt = (row?.lastRequest ?? 0) + signInWaitSeconds({ failures, free: settings.free }) * 1_000
        if (freeAt > now) return { state: 'wait', seconds: Math.ceil((freeAt - now) / 1_000) }
        await tx
          .insert(rateLimits)
          .values({ key, count: 1, lastRequest: now })
          .onConflictDoUpdate({ target: rateLimits.key, set: { count: failures + 1, lastRequest: now } })
        return {
          state: 'go-on',
          async succeeded() {
            await db.delete(rateLimits).where(eq(rateLimits.key, key))
          },
        }
      })
    },
  }
}
