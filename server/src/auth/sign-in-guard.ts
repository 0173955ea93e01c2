import { createHash } from 'node:crypto'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { signInWaitSeconds } from '#domain/account/sign-in-wait.ts'
import { lockSeeds } from '../db/advisory-locks.ts'
import type { Querier, SystemDatabase } from '../db/database.ts'
import { sweepOf } from '../db/remove-rows.ts'
import { sessions, users } from '../db/schema/accounts.ts'
import { signInFailures } from '../db/schema/sign-in.ts'

/** A try to sign in. The address is the real one, never what a header claims. */
export type SignInTry = { readonly email: string; readonly address: string }

export type SignInGuard = {
  /** Counts a try as wrong until its outcome is known, so that concurrent tries can't pass together. */
  begin(attempt: SignInTry): Promise<SignInTurn>
}

/** The end of a try: `unchecked` when it was refused before the password was compared, or for another reason. */
export type SignInOutcome = 'right' | 'wrong' | 'unchecked'

export type SignInTurn =
  | { readonly state: 'wait'; readonly seconds: number }
  | { readonly state: 'go-on'; ended(outcome: SignInOutcome): Promise<void> }

const hashOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')

/** Forgets the wrong passwords of an email, from every address: its owner has proved their identity in another way. */
export async function forgetSignInFailures(db: Querier, email: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.emailHash, hashOf(email)))
}

/** Removes what was counted for emails that had no wrong password for a day: their wait is over long ago. */
export const sweepSignInFailures = sweepOf({
  table: signInFailures,
  where: lte(signInFailures.lastFailedAt, sql`now() - interval '24 hours'`),
})

/**
 * Slows down guessing at one account, whatever the number of addresses. It counts emails without an account as well, so that it
 * reveals nothing. An address with a session of the account is counted apart: guesses from elsewhere can't lock its owner out.
 * @param settings.free Wrong passwords in a row that cost nothing.
 */
export function createSignInGuard(db: SystemDatabase, settings: { readonly free: number }): SignInGuard {
  /** The address where it has a session of the account, else the empty one. */
  async function countedAddress({ email, address }: SignInTry): Promise<string> {
    const known = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(eq(users.email, email.toLowerCase()), eq(sessions.ipAddress, address), gt(sessions.expiresAt, sql`now()`)),
      )
      .limit(1)
    return known.length > 0 ? address : ''
  }

  return {
    async begin(attempt) {
      const emailHash = hashOf(attempt.email)
      const address = await countedAddress(attempt)
      const ofTry = and(eq(signInFailures.emailHash, emailHash), eq(signInFailures.address, address))
      return db.transaction(async (tx) => {
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtextextended(${`${emailHash} ${address}`}, ${lockSeeds.signIn}))`,
        )
        const [before] = await tx.select().from(signInFailures).where(ofTry)
        const failures = before?.failures ?? 0
        const now = new Date()
        const waitMs = signInWaitSeconds({ failures, free: settings.free }) * 1_000
        const leftMs = (before?.lastFailedAt.getTime() ?? 0) + waitMs - now.getTime()
        if (leftMs > 0) return { state: 'wait', seconds: Math.ceil(leftMs / 1_000) }
        const counted = { failures: failures + 1, lastFailedAt: now }
        await tx
          .insert(signInFailures)
          .values({ emailHash, address, ...counted })
          .onConflictDoUpdate({ target: [signInFailures.emailHash, signInFailures.address], set: counted })
        return {
          state: 'go-on',
          async ended(outcome) {
            if (outcome === 'right') await db.delete(signInFailures).where(ofTry)
            if (outcome === 'unchecked')
              await db
                .update(signInFailures)
                .set({
                  failures: sql`greatest(${signInFailures.failures} - 1, 0)`,
                  // A later try has counted from its own moment on.
                  lastFailedAt: sql`case when ${signInFailures.lastFailedAt} = ${now.toISOString()}::timestamptz
                    then ${(before?.lastFailedAt ?? now).toISOString()}::timestamptz else ${signInFailures.lastFailedAt} end`,
                })
                .where(ofTry)
          },
        }
      })
    },
  }
}
