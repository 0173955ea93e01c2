import { eq, type SQL, sql } from 'drizzle-orm'
import type { EventData } from '#contract/events.ts'
import { appendEvents } from '#server/events/append-events.ts'
import type { Transaction } from '../../db/database.ts'
import { shares } from '../../db/schema/shares.ts'
import type { OpenShare } from './open-share.ts'

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

/**
 * Counts the change for the reviewers and appends the event that the review has changed. Must come last in its transaction, which it
 * shares with a new comment or decision: webhooks find what an event is about by the time of both.
 */
export async function noteFeedbackChanged(
  tx: Transaction,
  { id, userId, projectId }: Pick<OpenShare, 'id' | 'userId' | 'projectId'>,
  news: Pick<EventData<'review-changed'>, 'comment' | 'decision'> = {},
): Promise<void> {
  await countFeedbackChange(tx, eq(shares.id, id))
  await appendEvents(tx, userId, [{ name: 'review-changed', projectId, ...news }])
}
