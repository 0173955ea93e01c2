import { and, count, eq, ne, sql } from 'drizzle-orm'
import type { ReplyShape, ReviewCommentShape, ReviewShape } from '#contract/sharing/shared-board.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { events } from '../../db/schema/events.ts'
import { commentReplies, shareComments, shares } from '../../db/schema/shares.ts'
import { webhookDeliveries } from '../../db/schema/webhooks.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { appendEvents } from '../../events/append-events.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import { sourceOfComment } from '../webhooks/source-of-comment.ts'
import { countComments, findComment, hasNewElsewhere, listProjectComments, oldestListed } from './comment-rows.ts'
import { countFeedbackChange } from './feedback-version.ts'

type LikeRow = { image_id: string; generation_id: string; names: string[] }

/** The newest comments on a project's images. The caller has checked that the project is the user's. */
export function readReview(db: UserDatabase, userId: UserId, projectId: string): Promise<ReviewShape> {
  return db.transaction(
    async (tx) => {
      const seq = await latestSeq(tx, userId)
      const likes = await query<LikeRow>(
        tx,
        { image_id: 'string', generation_id: 'string', names: 'json' },
        sql`
        select likes.image_id, images.generation_id, json_agg(visitors.name order by likes.created_at) as names
        from share_likes likes join share_visitors visitors on visitors.id = likes.visitor_id
        join generated_images images on images.id = likes.image_id
        join generations cards on cards.id = images.generation_id and cards.deleted_at is null
        where likes.project_id = ${projectId} group by likes.image_id, images.generation_id order by likes.image_id`,
      )
      const { total, open: openCount } = await countComments(tx, projectId)
      return {
        seq,
        total,
        openCount,
        hasNewElsewhere: await hasNewElsewhere(tx, userId, projectId),
        comments: await listProjectComments(tx, projectId),
        likes: likes.rows.map((row) => ({
          imageId: row.image_id,
          generationId: row.generation_id,
          names: row.names,
        })),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

type CommentInput = { readonly userId: UserId; readonly commentId: string }

/** Counts a change of a comment for its reviewers, and appends the event for the owner. */
async function noteReviewChanged(tx: Transaction, userId: UserId, { shareId }: ReviewCommentShape): Promise<void> {
  await countFeedbackChange(tx, eq(shares.id, shareId))
  const [share] = await tx.select({ projectId: shares.projectId }).from(shares).where(eq(shares.id, shareId))
  if (share) await appendEvents(tx, userId, [{ name: 'review-changed', projectId: share.projectId }])
}

/**
 * Removes the words of a comment from the events that brought them to open pages, which are kept for a day, and from what webhooks
 * were sent, which is kept for a month.
 */
async function forgetWords(tx: Transaction, userId: UserId, commentId: string): Promise<void> {
  const brought = and(eq(events.userId, userId), eq(events.name, 'review-changed'))
  await tx
    .update(events)
    .set({ data: sql`${events.data} - 'comment'` })
    .where(and(brought, sql`${events.data} -> 'comment' ->> 'id' = ${commentId}`))
  await tx
    .update(webhookDeliveries)
    .set({ body: sql`jsonb_set(${webhookDeliveries.body}::jsonb, '{data,text}', '""')::text` })
    .where(and(eq(webhookDeliveries.userId, userId), eq(webhookDeliveries.source, sourceOfComment(commentId))))
}

type NewReply = {
  readonly userId: UserId
  readonly commentId: string
  readonly text: string
  readonly idempotency: IdempotentRequest | null
}

/** Replies of one comment: more than a conversation under a picture has. */
const maxReplies = 100

/** Replies to all comments of one link. */
const maxRepliesOfLink = 2_000

async function countReplies(tx: Transaction, shareId: string): Promise<number> {
  const ofLink = eq(shareComments.shareId, shareId)
  const [found] = await tx
    .select({ count: count() })
    .from(commentReplies)
    .innerJoin(shareComments, eq(shareComments.id, commentReplies.commentId))
    .where(ofLink)
  return found?.count ?? 0
}

/** Replies to a comment; the reviewers of its link see the reply. */
export function replyToComment(
  deps: { readonly db: UserDatabase; newId(): string },
  { userId, commentId, text, idempotency }: NewReply,
): AsyncResult<ReplyShape> {
  const id = deps.newId()
  const read = async (tx: Transaction, replyId: string): AsyncResult<ReplyShape> => {
    const reply = (await findComment(tx, userId, commentId))?.replies.find((each) => each.id === replyId)
    return reply ? success(reply) : failure({ code: 'not-found' })
  }
  return refusableTransaction<ReplyShape>(deps.db, (tx) =>
    createOnce(
      tx,
      { userId, idempotency, id },
      {
        async create() {
          const comment = await findComment(tx, userId, commentId)
          if (!comment) return failure({ code: 'not-found' })
          if (comment.replies.length >= maxReplies)
            return failure({ code: 'too-large', message: 'There are too many replies here already.' })
          if ((await countReplies(tx, comment.shareId)) >= maxRepliesOfLink)
            return failure({ code: 'too-large', message: 'There are too many replies on this link already.' })
          await tx.insert(commentReplies).values({ id, userId, commentId, text })
          const reply = await read(tx, id)
          await noteReviewChanged(tx, userId, comment)
          return reply
        },
        repeat: (earlier) => read(tx, earlier),
      },
    ),
  )
}

type SeenInput = { readonly userId: UserId; readonly projectId: string; readonly commentIds: readonly string[] }

/**
 * Marks comments of a project as seen by the user, and with them those that are too old for its list, which nothing else would mark; ids
 * of others are left out. @returns The number of those that were new.
 */
export function markSeen(db: UserDatabase, { userId, projectId, commentIds }: SeenInput): Promise<{ seen: number }> {
  return db.transaction(async (tx) => {
    const { rows } = await query<{ id: string }>(
      tx,
      { id: 'string' },
      sql`insert into comment_reads (user_id, comment_id)
        select ${userId}, id from share_comments
        where project_id = ${projectId} and user_id = ${userId}
          and (id = any(${uuidArray(commentIds)}) or (created_at, id) < (${oldestListed(projectId)})) order by id
        on conflict do nothing returning comment_id as id`,
    )
    if (rows.length > 0) await appendEvents(tx, userId, [{ name: 'review-changed', projectId }])
    return { seen: rows.length }
  })
}

/** Marks a comment as done, or as open again; the owner's other pages get an event. */
export function resolveComment(
  db: UserDatabase,
  { userId, commentId, isResolved }: CommentInput & { readonly isResolved: boolean },
): AsyncResult<ReviewCommentShape> {
  return refusableTransaction<ReviewCommentShape>(db, async (tx) => {
    const changed = await tx
      .update(shareComments)
      .set({ isResolved })
      .where(
        and(
          eq(shareComments.id, commentId),
          eq(shareComments.userId, userId),
          ne(shareComments.isResolved, isResolved),
        ),
      )
      .returning({ id: shareComments.id })
    const comment = await findComment(tx, userId, commentId)
    if (!comment) return failure({ code: 'not-found' })
    if (changed.length > 0) await noteReviewChanged(tx, userId, comment)
    return success(comment)
  })
}

/** Removes a comment of a reviewer. */
export function removeComment(
  db: UserDatabase,
  { userId, commentId }: CommentInput,
): AsyncResult<{ deleted: number; ids: string[] }> {
  return refusableTransaction<{ deleted: number; ids: string[] }>(db, async (tx) => {
    const comment = await findComment(tx, userId, commentId)
    if (!comment) return failure({ code: 'not-found' })
    await tx.delete(shareComments).where(eq(shareComments.id, commentId))
    await forgetWords(tx, userId, commentId)
    await noteReviewChanged(tx, userId, comment)
    return success({ deleted: 1, ids: [commentId] })
  })
}
