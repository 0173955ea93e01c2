import { and, eq, like, lte, ne, sql } from 'drizzle-orm'
import { isGuestEmail } from '#domain/account/guest.ts'
import { lockSeeds } from '../db/advisory-locks.ts'
import { countEmail } from '../db/count-email.ts'
import type { SystemDatabase, Transaction } from '../db/database.ts'
import { sweepOf } from '../db/remove-rows.ts'
import { verifications } from '../db/schema/accounts.ts'
import { sentEmails } from '../db/schema/sign-in.ts'
import type { Log } from '../operations/log.ts'

/** Sends the emails of signing in; returns at once. */
export type AuthMail = {
  sendReset(to: string, token: string): void
  sendConfirmation(to: string, token: string): void
}

/** The same with a limit for each recipient. Returns at once: the duration would reveal whether the account exists. */
export type LimitedMail = {
  sendReset(user: { readonly id: string; readonly email: string }, token: string): void
  sendConfirmation(to: string, token: string): void
}

/** Emails of one kind that one recipient is sent in an hour. */
const maxInAnHour = 3

/** The name that better-auth gives the row of a reset link. */
const resetIdentifier = (token: string) => `reset-password:${token}`

/** Removes what is older than the hour that counts. */
export const sweepSentEmails = sweepOf({
  table: sentEmails,
  where: lte(sentEmails.sentAt, sql`now() - interval '1 hour'`),
})

/** Limits emails by recipient, over all processes, so that a mailbox can't be filled by asking for links. */
export function createLimitedMail(deps: {
  readonly db: SystemDatabase
  readonly mail: AuthMail
  readonly log: Log
}): LimitedMail {
  /** Counts an email, unless the recipient has reached the limit of its kind, or is a guest, who has no mailbox. */
  const claim = async (tx: Transaction, kind: 'reset' | 'confirmation', to: string): Promise<boolean> =>
    !isGuestEmail(to) && countEmail(tx, { kind, to, maxInAnHour })

  /** Keeps one reset link of an account valid: the new one where it may be sent, else those that were sent before. */
  const claimReset = (user: { readonly id: string; readonly email: string }, token: string): Promise<boolean> =>
    deps.db.transaction(async (tx) => {
      const own = eq(verifications.identifier, resetIdentifier(token))
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${user.id}, ${lockSeeds.resetLinks}))`)
      // A link that was requested and sent at the same moment has replaced this one already.
      const stands = await tx.select({ id: verifications.id }).from(verifications).where(own)
      if (stands.length === 0) return false
      if (!(await claim(tx, 'reset', user.email))) {
        await tx.delete(verifications).where(own)
        return false
      }
      await tx
        .delete(verifications)
        .where(
          and(
            eq(verifications.value, user.id),
            like(verifications.identifier, resetIdentifier('%')),
            ne(verifications.identifier, resetIdentifier(token)),
          ),
        )
      return true
    })

  function inBackground(work: Promise<boolean>, send: () => void): void {
    work
      .then((mayBeSent) => mayBeSent && send())
      .catch((error: unknown) => deps.log.error({ err: error }, 'an email could not be counted and was not sent'))
  }

  return {
    sendReset(user, token) {
      inBackground(claimReset(user, token), () => deps.mail.sendReset(user.email, token))
    },
    sendConfirmation(to, token) {
      const claimed = deps.db.transaction((tx) => claim(tx, 'confirmation', to))
      inBackground(claimed, () => deps.mail.sendConfirmation(to, token))
    },
  }
}
