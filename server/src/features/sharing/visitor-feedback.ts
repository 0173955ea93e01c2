import { and, eq, sql } from 'drizzle-orm'
import type { CommentShape } from '#contract/sharing/shared-board.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { SystemDatabase, Transaction } from '#server/db/database.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { shareComments, shareLikes, shareVisitors } from '#server/db/schema/shares.ts'
import { query } from '#server/db/sql/query.ts'
import { createOnce, type IdempotentRequest } from '#server/features/idempotency.ts'
import { findComment, presentComment } from './comment-rows.ts'
import { noteFeedbackChanged } from './feedback-version.ts'
import { mayOnlyLook, type OpenShare, type Visit } from './open-share.ts'
import { tokenHashOf } from './share-token.ts'
import { findShownImage } from './shown-image.ts'
import { extendVisit } from './visit-emails.ts'

/** The limits of one link: more than a review needs, and no more than its owner can handle. */
const maxVisitors = 500
const maxComments = 5_000

export const nameFirst: Refusal = { code: 'impossible', message: 'Say who you are first.' }

const lookOnly: Refusal = { code: 'forbidden', message: 'This link is for looking only.' }

async function countOf(tx: Transaction, table: 'share_visitors' | 'share_comments', shareId: string): Promise<number> {
  const { rows } = await query<{ count: number }>(
    tx,
    { count: 'number' },
    sql`select count(*)::int as count from ${sql.identifier(table)} where share_id = ${shareId}`,
  )
  return rows[0]?.count ?? 0
}

/** Sets the name of the reviewer. */
export function nameVisitor(
  deps: { readonly system: SystemDatabase; newId(): string },
  { share, visit, name }: { readonly share: OpenShare; readonly visit: Visit; readonly name: string },
): AsyncResult<{ name: string }> {
  return refusableTransaction<{ name: string }>(deps.system, async (tx) => {
    if (!share.visitor && (await countOf(tx, 'share_visitors', share.id)) >= maxVisitors)
      return failure({ code: 'too-large', message: 'Too many people have given their names here already.' })
    const { id: shareId, userId } = share
    const named = await tx
      .insert(shareVisitors)
      .values({ id: deps.newId(), userId, shareId, name, tokenHash: tokenHashOf(visit.visitorToken) })
      // The token of a reviewer of another link names no reviewer here: that link may be revoked, or another user's.
      .onConflictDoUpdate({
        target: shareVisitors.tokenHash,
        set: { name },
        setWhere: eq(shareVisitors.shareId, shareId),
      })
      .returning({ id: shareVisitors.id })
    if (named.length === 0) return failure({ code: 'not-found' })
    if (share.visitor && share.visitor.name !== name) await noteFeedbackChanged(tx, share)
    return success({ name })
  })
}

type NewComment = {
  readonly imageId: string
  /** Fractions of the image's size; null, both: about the whole image. */
  readonly x: number | null
  readonly y: number | null
  readonly text: string
  readonly idempotency: IdempotentRequest | null
}

/** Adds a comment on an image that the link shows, or on a spot of it. */
export function addComment(
  deps: { readonly system: SystemDatabase; newId(): string },
  share: OpenShare,
  { idempotency, ...words }: NewComment,
): AsyncResult<CommentShape> {
  const { userId } = share
  const id = deps.newId()
  return refusableTransaction<CommentShape>(deps.system, (tx) =>
    createOnce(
      tx,
      { userId, idempotency, id },
      {
        create: () => insertComment(tx, share, { id, ...words }),
        repeat: (earlier) => readComment(tx, userId, earlier),
      },
    ),
  )
}

async function readComment(tx: Transaction, userId: UserId, id: string): AsyncResult<CommentShape> {
  const comment = await findComment(tx, userId, id)
  return comment ? success(presentComment(comment)) : failure({ code: 'not-found' })
}

async function insertComment(
  tx: Transaction,
  share: OpenShare,
  { id, ...words }: Omit<NewComment, 'idempotency'> & { readonly id: string },
): AsyncResult<CommentShape> {
  if (!(await findShownImage(tx, share, words.imageId))) return failure({ code: 'not-found' })
  if (mayOnlyLook(share)) return failure(lookOnly)
  if (!share.visitor) return failure(nameFirst)
  if ((await countOf(tx, 'share_comments', share.id)) >= maxComments)
    return failure({ code: 'too-large', message: 'There are too many comments here already.' })
  const { id: shareId, userId, projectId } = share
  const { id: visitorId, name: author } = share.visitor
  await tx.insert(shareComments).values({ id, userId, projectId, shareId, visitorId, ...words })
  await extendVisit(tx, { visitorId, userId })
  await noteFeedbackChanged(tx, share, { comment: { id, author, text: words.text } })
  return readComment(tx, userId, id)
}

/** Votes for an image, or removes the vote; idempotent. */
export function setLike(
  system: SystemDatabase,
  share: OpenShare,
  { imageId, wanted }: { readonly imageId: string; readonly wanted: 'given' | 'removed' },
): AsyncResult<{ likes: number }> {
  return refusableTransaction<{ likes: number }>(system, async (tx) => {
    if (!(await findShownImage(tx, share, imageId))) return failure({ code: 'not-found' })
    if (mayOnlyLook(share)) return failure(lookOnly)
    if (!share.visitor) return failure(nameFirst)
    const { id: shareId, userId, projectId } = share
    const visitorId = share.visitor.id
    const theirs = and(eq(shareLikes.visitorId, visitorId), eq(shareLikes.imageId, imageId))
    const given = { userId, projectId, shareId, visitorId, imageId }
    const changed =
      wanted === 'given'
        ? await tx.insert(shareLikes).values(given).onConflictDoNothing().returning({ imageId: shareLikes.imageId })
        : await tx.delete(shareLikes).where(theirs).returning({ imageId: shareLikes.imageId })
    const { rows } = await query<{ likes: number }>(
      tx,
      { likes: 'number' },
      sql`select count(*)::int as likes from share_likes where share_id = ${shareId} and image_id = ${imageId}`,
    )
    if (changed.length > 0) await noteFeedbackChanged(tx, share)
    return success({ likes: rows[0]?.likes ?? 0 })
  })
}
