import { eq, sql } from 'drizzle-orm'
import type { ReviewCommentShape, ReviewShape } from '#contract/shared-board.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { query } from '#server/db/sql/query.ts'
import type { UserDatabase } from '../../db/database.ts'
import { shareComments } from '../../db/schema/shares.ts'
import { appendEvents } from '../../events/append-events.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import { type Refusable, refusableTransaction } from '../refusal.ts'
import { findComment, listProjectComments } from './comment-rows.ts'

type LikeRow = { image_id: string; generation_id: string; names: string[] }

/** The comments on a project's images. The caller has checked that the project is the user's. */
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
      return {
        seq,
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

const projectOf = async (db: Pick<UserDatabase, 'select'>, id: string) =>
  (await db.select({ id: shareComments.projectId }).from(shareComments).where(eq(shareComments.id, id)))[0]?.id ?? ''

/** Marks a comment as done, or as open again; the owner's other pages get an event. */
export function resolveComment(
  db: UserDatabase,
  { userId, commentId, isResolved }: CommentInput & { readonly isResolved: boolean },
): Refusable<ReviewCommentShape> {
  return refusableTransaction<ReviewCommentShape>(db, async (tx) => {
    if (!(await findComment(tx, userId, commentId))) return failure({ code: 'not-found' })
    await tx.update(shareComments).set({ isResolved }).where(eq(shareComments.id, commentId))
    const comment = await findComment(tx, userId, commentId)
    await appendEvents(tx, userId, [{ name: 'review-changed', projectId: await projectOf(tx, commentId) }])
    return comment ? success(comment) : failure({ code: 'not-found' })
  })
}

/** Removes a comment of a reviewer. */
export function removeComment(
  db: UserDatabase,
  { userId, commentId }: CommentInput,
): Refusable<{ deleted: number; ids: string[] }> {
  return refusableTransaction<{ deleted: number; ids: string[] }>(db, async (tx) => {
    if (!(await findComment(tx, userId, commentId))) return failure({ code: 'not-found' })
    const projectId = await projectOf(tx, commentId)
    await tx.delete(shareComments).where(eq(shareComments.id, commentId))
    await appendEvents(tx, userId, [{ name: 'review-changed', projectId }])
    return success({ deleted: 1, ids: [commentId] })
  })
}
