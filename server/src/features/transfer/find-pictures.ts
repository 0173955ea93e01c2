import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { noModel } from '#domain/generation/origin.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import type { StoredPicture } from './copied-picture.ts'

/** A finished picture with its storage key. */
export type FoundPicture = {
  readonly id: string
  readonly key: string
  /** Whether its file has the mark of its digital source, or needs none. */
  readonly isMarked: boolean
  readonly picture: StoredPicture
}

type Row = {
  id: string
  storage_key: string
  media_type: string
  byte_size: number
  width: number
  height: number
  is_marked: boolean
}

/** The finished pictures of a project, except those in its trash. */
export async function findPictures(db: Querier, userId: UserId, projectId: string): Promise<FoundPicture[]> {
  const { rows } = await query<Row>(
    db,
    {
      id: 'string',
      storage_key: 'string',
      media_type: 'string',
      byte_size: 'number',
      width: 'number',
      height: 'number',
      is_marked: 'boolean',
    },
    sql`
    select images.id, storage_key, media_type, byte_size, width, height,
      (digital_source is not null or cards.model = ${noModel}) as is_marked
    from generated_images images join generations cards on cards.id = images.generation_id
    where cards.project_id = ${projectId} and cards.user_id = ${userId} and cards.deleted_at is null
      and status = 'completed' and storage_key is not null`,
  )
  return rows.map((row) => ({
    id: row.id,
    key: row.storage_key,
    isMarked: row.is_marked,
    picture: { mediaType: row.media_type, byteSize: row.byte_size, width: row.width, height: row.height },
  }))
}
