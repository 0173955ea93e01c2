import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { avatarKey, keysOfSheet, originalKey, thumbnailKey } from '../../pictures/picture-keys.ts'
import { keptSizes } from '../../pictures/thumbnails.ts'
import { avatarName } from '../profile/change-avatar.ts'
import { uploadAttempt } from '../uploads/upload-files.ts'

/** A file that a row names. A `remade` one may be missing: it is created again from its original on request. */
export type NamedFile = { readonly key: string; readonly kind: 'kept' | 'remade' }

const pageSize = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

const thumbnailsOf = (id: string, attempt: number): NamedFile[] =>
  keptSizes.map((size) => ({ key: thumbnailKey(id, attempt, size), kind: 'remade' }))
const kept = (key: string): NamedFile => ({ key, kind: 'kept' })

async function* pagesOf<Row extends { id: string }>(
  read: (after: string) => Promise<readonly Row[]>,
  filesOf: (row: Row) => readonly NamedFile[],
): AsyncGenerator<NamedFile[]> {
  for (let after = firstId; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows.flatMap(filesOf)
    after = last.id
  }
}

/** Every file that a row of the database names, some hundreds at a time, without holding all of them in memory. */
export async function* namedFiles(db: Querier | NodePgDatabase): AsyncGenerator<NamedFile[]> {
  type Image = { id: string; attempt: number; storage_key: string }
  const images = async (after: string) =>
    (
      await query<Image>(
        db,
        { id: 'string', attempt: 'number', storage_key: 'string' },
        sql`select id, attempt, storage_key from generated_images
        where id > ${after} and storage_key is not null order by id limit ${pageSize}`,
      )
    ).rows
  yield* pagesOf(images, ({ id, attempt, storage_key: key }) => [kept(key), ...thumbnailsOf(id, attempt)])

  const uploads = async (after: string) =>
    (
      await query<{ id: string }>(
        db,
        { id: 'string' },
        sql`select id from uploads where id > ${after} order by id limit ${pageSize}`,
      )
    ).rows
  yield* pagesOf(uploads, ({ id }) => [kept(originalKey(id, uploadAttempt)), ...thumbnailsOf(id, uploadAttempt)])

  const sheets = async (after: string) =>
    (
      await query<{ id: string }>(
        db,
        { id: 'string' },
        sql`select id from thumbnail_sheets where id > ${after} order by id limit ${pageSize}`,
      )
    ).rows
  yield* pagesOf(sheets, ({ id }) => keysOfSheet(id).map(kept))

  const avatars = async (after: string) =>
    (
      await query<{ id: string; avatar_url: string }>(
        db,
        { id: 'string', avatar_url: 'string' },
        sql`select id, avatar_url from profiles
        where id > ${after} and avatar_url is not null order by id limit ${pageSize}`,
      )
    ).rows
  yield* pagesOf(avatars, ({ avatar_url: address }) => [kept(avatarKey(avatarName(address)))])
}
