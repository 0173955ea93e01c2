import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { noModel } from '#domain/generation/origin.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import type { Original } from '../images/signed-original.ts'
import type { StoredPicture } from './copied-picture.ts'

/** A finished picture with what its row says of its file. */
export type FoundPicture = { readonly original: Original; readonly picture: StoredPicture }

type Row = {
  id: string
  storage_key: string
  media_type: string
  byte_size: number
  width: number
  height: number
  is_brought_in: boolean
  digital_source: DigitalSource | null
  file_sha256: string | null
  file_is_signed: boolean | null
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
      is_brought_in: 'boolean',
      digital_source: 'string',
      file_sha256: 'string',
      file_is_signed: 'boolean',
    },
    sql`
    select images.id, storage_key, media_type, byte_size, width, height, cards.model = ${noModel} as is_brought_in,
      digital_source, file_sha256, file_is_signed
    from generated_images images join generations cards on cards.id = images.generation_id
    where cards.project_id = ${projectId} and cards.user_id = ${userId} and cards.deleted_at is null
      and status = 'completed' and storage_key is not null`,
  )
  return rows.map((row) => ({
    original: {
      imageId: row.id,
      key: row.storage_key,
      mediaType: row.media_type,
      isBroughtIn: row.is_brought_in,
      digitalSource: row.digital_source,
      sha256: row.file_sha256,
      isSigned: row.file_is_signed,
    },
    picture: { mediaType: row.media_type, byteSize: row.byte_size, width: row.width, height: row.height },
  }))
}
