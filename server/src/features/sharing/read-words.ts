import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ImageLikesShape, SharedWords, SharedWordsShape } from '#contract/shared-board.ts'
import type { Database, Querier } from '../../db/database.ts'
import { listComments } from './comment-rows.ts'
import type { OpenShare } from './open-share.ts'
import { findShownImages } from './shown-image.ts'

type LikesRow = { image_id: string; likes: number; is_yours: boolean }

async function listLikes(db: Querier, { id, visitor }: OpenShare): Promise<ImageLikesShape[]> {
  const { rows } = await db.execute<LikesRow>(sql`
    select image_id, count(*)::int as likes, coalesce(bool_or(visitor_id = ${visitor?.id ?? null}::uuid), false) as is_yours
    from share_likes where share_id = ${id} group by image_id order by image_id`)
  return rows.map((row) => ({ imageId: row.image_id, likes: row.likes, isLikedByYou: row.is_yours }))
}

/** 128 bits, as many as tell two texts apart for certain. */
const versionOf = (words: SharedWords) =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 22)

/** What has been said by a link of the images that it shows; nothing of it where the caller knows it already. */
export function readWords(db: Database, share: OpenShare, known: string | undefined): Promise<SharedWordsShape> {
  return db.transaction(
    async (tx) => {
      const spokenOf = sql`select image_id from share_comments where share_id = ${share.id}
        union select image_id from share_likes where share_id = ${share.id}`
      const shown = new Set((await findShownImages(tx, share, spokenOf)).map(({ imageId }) => imageId))
      const isShown = ({ imageId }: { readonly imageId: string }) => shown.has(imageId)
      const words = {
        comments: (await listComments(tx, share.id)).filter(isShown),
        likes: (await listLikes(tx, share)).filter(isShown),
      }
      const version = versionOf(words)
      return { version, words: version === known ? null : words }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
