import { createHash } from 'node:crypto'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { lockSeeds } from './advisory-locks.ts'
import type { Transaction } from './database.ts'
import { sentEmails } from './schema/sign-in.ts'

type CountedEmail = {
  readonly kind: (typeof sentEmails.$inferInsert)['kind']
  readonly to: string
  /** Emails of this kind that one recipient is sent in an hour. */
  readonly maxInAnHour: number
}

/** Counts an email; one at a time for each recipient and kind. @returns False where the recipient has reached the limit of its kind. */
export async function countEmail(tx: Transaction, { kind, to, maxInAnHour }: CountedEmail): Promise<boolean> {
  const recipientHash = createHash('sha256').update(to.toLowerCase()).digest('base64url')
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${recipientHash}`}, ${lockSeeds.emails}))`,
  )
  const ofRecipient = and(
    eq(sentEmails.recipientHash, recipientHash),
    eq(sentEmails.kind, kind),
    gt(sentEmails.sentAt, sql`now() - interval '1 hour'`),
  )
  const [sent] = await tx.select({ count: count() }).from(sentEmails).where(ofRecipient)
  if ((sent?.count ?? 0) >= maxInAnHour) return false
  await tx.insert(sentEmails).values({ kind, recipientHash })
  return true
}
