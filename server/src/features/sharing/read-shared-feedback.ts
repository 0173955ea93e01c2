import { eq, sql } from 'drizzle-orm'
import type { ImageLikesShape, SharedFeedbackShape } from '#contract/sharing/shared-board.ts'
import type { Querier } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/read-snapshot.ts'
import { shares } from '#server/db/schema/shares.ts'
import { query } from '#server/db/sql/query.ts'
import { listComments } from './comment-rows.ts'
import type { OpenShare } from './open-share.ts'
import { boardSince, type SharedBoardDeps } from './read-changes.ts'
import { findShownImages } from './shown-image.ts'
import { isNarrowed } from './shown-scope.ts'

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

/** The version that changes with all that reviewers can see of comments and likes. */
async function versionOf(db: Querier, { id }: OpenShare): Promise<string> {
  const [share] = await db.select({ version: shares.feedbackVersion }).from(shares).where(eq(shares.id, id))
  return String(share?.version ?? 0)
}

type Known = {
  /** The version of the feedback that the caller has. */
  readonly known: string | undefined
  /** The version of the board. */
  readonly board: string | undefined
}

/** The comments and likes of a link's visible images, and whether the board has changed: nothing that the caller has already. */
export function readSharedFeedback(
  { system, shownVersions }: Omit<SharedBoardDeps, 'registry'>,
  share: OpenShare,
  { known, board: knownBoard }: Known,
): Promise<SharedFeedbackShape> {
  return readSnapshot(system, async (tx) => {
    const board = await boardSince(tx, share, { known: knownBoard, versions: shownVersions })
    const version = await versionOf(tx, share)
    // Of pictures that come back into what is shown, the comments do as well: without a new version.
    const isSame = version === known && !(isNarrowed(share) && board.isChanged)
    if (isSame) return { version, feedback: null, board }
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
