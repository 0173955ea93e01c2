import { makeZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { noModel } from '#domain/generation/origin.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import type { UserDatabase } from '../../db/database.ts'
import { pictureExtension } from '../../pictures/media-types.ts'
import { avatarKey, originalKey } from '../../pictures/picture-keys.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { ledgerLines } from '../credits/ledger-lines.ts'
import { type ArchiveRoom, readSignedOriginal, type SignDeps } from '../images/signed-original.ts'
import { avatarName } from '../profile/change-avatar.ts'
import { findProfile } from '../profile/profile-rows.ts'
import { uploadAttempt } from '../uploads/upload-files.ts'
import { accountRecords } from './account-records.ts'

type ExportDeps = SignDeps & {
  readonly db: UserDatabase
  readonly storage: Storage
  readonly registry: ModelRegistry
  readonly room: ArchiveRoom
}
type Entry = { name: string; input: AsyncIterable<Uint8Array | string>; lastModified: Date }
type Picture = {
  id: string
  attempt: number
  media_type: string | null
  made_at: string
  folder: string
  is_brought_in: boolean
  digital_source: DigitalSource | null
  file_sha256: string | null
  file_is_signed: boolean | null
}

/** Pictures whose rows are read at once. */
const pageSize = 500

/** Every generated picture and every upload, including those in the trash. */
async function* pictures(deps: ExportDeps, userId: UserId): AsyncGenerator<Entry> {
  const { db, storage } = deps
  for (let after = ''; ; ) {
    const { rows }: { rows: Picture[] } = await db.execute(sql`
      select * from (
        select images.id, attempt, media_type, images.created_at::text as made_at, 'images' as folder,
          model = ${noModel} as is_brought_in, digital_source, file_sha256, file_is_signed
          from generated_images images join generations on generations.id = generation_id
          where images.user_id = ${userId} and storage_key is not null
        union all
        select id, ${uploadAttempt}::int, media_type, created_at::text, 'uploads', true, null, null, null from uploads where user_id = ${userId}
      ) files where id::text > ${after} order by id::text limit ${pageSize}`)
    for (const row of rows) {
      const key = originalKey(row.id, row.attempt)
      const byteSize = await storage.size(key)
      // Purged meanwhile: its record may be missing as well.
      if (byteSize === null) continue
      const name = `${row.folder}/${row.id}.${pictureExtension(row.media_type) ?? 'bin'}`
      const input = readSignedOriginal(
        deps,
        {
          ...{ imageId: row.id, key, mediaType: row.media_type, byteSize },
          isBroughtIn: row.is_brought_in,
          digitalSource: row.digital_source,
          sha256: row.file_sha256,
          isSigned: row.file_is_signed,
        },
        deps.room,
      )
      yield { name, input, lastModified: new Date(row.made_at) }
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

const readme = `Everything this server keeps of your account.

*.json    the records, one file for each kind
usage.csv every entry of your credits
images/   the pictures that were made, signed as they left; images.json and generations.json say how
uploads/  the pictures that you brought along
`

async function* entriesOf(deps: ExportDeps, userId: UserId): AsyncGenerator<Entry> {
  const lastModified = new Date()
  yield { name: 'README.txt', input: one(readme), lastModified }
  const { avatarUrl } = await findProfile(deps.db, userId)
  for (const { name, text } of accountRecords(deps.db, userId)) yield { name, input: text, lastModified }
  yield { name: 'usage.csv', input: ledgerLines(deps, userId), lastModified }
  const avatar = avatarUrl === null ? null : await deps.storage.get(avatarKey(avatarName(avatarUrl)))
  if (avatar) yield { name: 'avatar.webp', input: one(avatar), lastModified }
  yield* pictures(deps, userId)
}

async function* one<Part>(part: Part): AsyncGenerator<Part> {
  yield part
}

/** Streams all data of an account as one zip. A picture that has to be read to be signed is in a temporary file while it is sent. */
export const exportAccount = (deps: ExportDeps, userId: UserId): ReadableStream<Uint8Array> =>
  makeZip(entriesOf(deps, userId))
