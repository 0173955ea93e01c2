import { sql } from 'drizzle-orm'
import type { ImageLikesShape, SharedFeedbackShape } from '#contract/shared-board.ts'
import type { Querier, SystemDatabase } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/read-snapshot.ts'
import { query } from '#server/db/sql/query.ts'
import { listComments } from './comment-rows.ts'
import type { OpenShare } from './open-share.ts'
import { boardSince } from './read-changes.ts'
import { findShownImages } from './shown-image.ts'

type LikesRow = { image_id: string; likes: number; is_yours: boolean }

async function listLikes(db: Querier, { id, visitor }: OpenShare): Promise<ImageLikesShape[]> {
  const { rows } = await query<LikesRow>(
    db,
    { image_id: 'string', likes: 'number', is_yours: 'boolean' },
    sql`
    select image_id, count(*)::int as likes, coalesce(bool_or(visitor_id = ${visitor?.id ?? null}::uuid), false) as is_yours
    from share_likes where share_id = ${id} group by image_id order by image_id`,
  )
  return rows.map((row) => ({ imageId: row.image_id, likes: row.likes, isLikedByYou: row.is_yours }))
}

/** Restricts to existing images: a comment goes with its card. */
const ofImagesThatAreThere = sql`
  join generated_images images on images.id = feedback.image_id and images.status = 'completed'
  join generations cards on cards.id = images.generation_id and cards.deleted_at is null`

/**
 * A version that changes with everything that reviewers can see. The database computes it, so that thousands of comments are not
 * transferred and serialized every few seconds only to be found unchanged.
 */
async function versionOf(db: Querier, { id }: OpenShare): Promise<string> {
  const { rows } = await query<{ version: string }>(
    db,
    { version: 'string' },
    sql`
    select concat(
      (select bit_xor(hashtextextended(concat_ws(' ', feedback.id, is_resolved, visitors.name), 0))
       from share_comments feedback join share_visitors visitors on visitors.id = visitor_id ${ofImagesThatAreThere}
       where feedback.share_id = ${id}),
      '.',
      (select bit_xor(hashtextextended(replies.id::text, 0))
       from comment_replies replies join share_comments feedback on feedback.id = replies.comment_id ${ofImagesThatAreThere}
       where feedback.share_id = ${id}),
      '.',
      (select bit_xor(hashtextextended(concat_ws(' ', image_id, visitor_id), 0))
       from share_likes feedback ${ofImagesThatAreThere} where feedback.share_id = ${id})) as version`,
  )
  return rows[0]?.version ?? ''
}

type Known = {
  /** The version of the feedback that the caller has. */
  readonly known: string | undefined
  /** The version of the board. */
  readonly board: string | undefined
}

/** The comments and likes of a link's visible images, and whether the board has changed: nothing that the caller has already. */
export function readSharedFeedback(
  system: SystemDatabase,
  share: OpenShare,
  { known, board: knownBoard }: Known,
): Promise<SharedFeedbackShape> {
  return readSnapshot(system, async (tx) => {
    const board = await boardSince(tx, share, knownBoard)
    const version = await versionOf(tx, share)
    if (version === known) return { version, feedback: null, board }
    const commentedImages = sql`select image_id from share_comments where share_id = ${share.id}
        union select image_id from share_likes where share_id = ${share.id}`
    const shown = new Set((await findShownImages(tx, share, commentedImages)).map(({ imageId }) => imageId))
    const isShown = ({ imageId }: { readonly imageId: string }) => shown.has(imageId)
    return {
      version,
      board,
      feedback: {
        comments: (await listComments(tx, share.id)).filter(isShown),
        likes: (await listLikes(tx, share)).filter(isShown),
      },
    }
  })
}
