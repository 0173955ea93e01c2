import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { shares } from '../../db/schema/shares.ts'

/**
 * Counts a change of what the reviewers of links see of comments and likes, so that their next check finds a new version.
 * @param links Which links, as a condition on `shares`.
 */
export async function countFeedbackChange(tx: Transaction, links: SQL): Promise<void> {
  await tx
    .update(shares)
    .set({ feedbackVersion: sql`${shares.feedbackVersion} + 1` })
    .where(links)
}
