import { sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import type { StoredFile } from '../../storage/storage.ts'

/** The owner of a file, parsed from its key; null for one that this application did not write. */
type Owner =
  | { readonly of: 'picture' | 'sheet'; readonly id: string; readonly attempt: number }
  | { readonly of: 'avatar'; readonly name: string }

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** The shapes that `pictures/picture-keys.ts` makes. */
const pictureShape = new RegExp(`^(?:images|thumbnails|previews)/../(${uuid})-(\\d+)(?:-\\d+)?(?:\\.webp)?$`)
const sheetShape = new RegExp(`^sheets/../(${uuid})-\\d+\\.jpg$`)
const avatarShape = new RegExp(`^avatars/../(${uuid}-${uuid}\\.webp)$`)

function ownerOf(key: string): Owner | null {
  const picture = pictureShape.exec(key)
  if (picture) return { of: 'picture', id: picture[1] ?? '', attempt: Number(picture[2]) }
  const sheet = sheetShape.exec(key)
  if (sheet) return { of: 'sheet', id: sheet[1] ?? '', attempt: 0 }
  const avatar = avatarShape.exec(key)
  return avatar ? { of: 'avatar', name: avatar[1] ?? '' } : null
}

export type UnnamedFiles = {
  /** Ours, but no row names them, and they are not scheduled for removal. */
  readonly orphans: readonly StoredFile[]
  /** Not ours: other files in the folder or the bucket. */
  readonly strangers: readonly StoredFile[]
}

/** Finds the files that no row names. A file of any attempt of an existing image counts as named. */
export async function findUnnamed(db: Querier, files: readonly StoredFile[]): Promise<UnnamedFiles> {
  const owned = files.map((file) => ({ file, owner: ownerOf(file.key) }))
  const json = (values: readonly string[]) => JSON.stringify([...new Set(values)])
  const idsOf = (of: 'picture' | 'sheet') => json(owned.flatMap(({ owner }) => (owner?.of === of ? [owner.id] : [])))
  const names = json(owned.flatMap(({ owner }) => (owner?.of === 'avatar' ? [owner.name] : [])))
  const { rows } = await query<{ name: string; attempts: number }>(
    db,
    { name: 'string', attempts: 'number' },
    sql`
    with pictures as (select value::uuid as id from jsonb_array_elements_text(${idsOf('picture')}::jsonb)),
      sheets as (select value::uuid as id from jsonb_array_elements_text(${idsOf('sheet')}::jsonb)),
      avatars as (select value as name from jsonb_array_elements_text(${names}::jsonb))
    select id::text as name, attempt as attempts from generated_images join pictures using (id)
    union all select id::text, 1 from uploads join pictures using (id)
    union all select id::text, 0 from thumbnail_sheets join sheets using (id)
    union all select avatars.name, 0 from avatars join profiles
      on profiles.id = left(avatars.name, 36)::uuid and profiles.avatar_url like '%/' || avatars.name`,
  )
  const attempts = new Map(rows.map((row) => [row.name, row.attempts]))
  const leaving = await query<{ key: string }>(
    db,
    { key: 'string' },
    sql`
    select key from unused_files where key in (select * from jsonb_array_elements_text(${json(files.map(({ key }) => key))}::jsonb))`,
  )
  const isLeaving = new Set(leaving.rows.map(({ key }) => key))
  const isNamed = (owner: Owner) =>
    owner.of === 'avatar' ? attempts.has(owner.name) : owner.attempt <= (attempts.get(owner.id) ?? -1)
  return {
    orphans: owned.flatMap(({ file, owner }) => (owner && !isNamed(owner) && !isLeaving.has(file.key) ? [file] : [])),
    strangers: owned.flatMap(({ file, owner }) => (owner ? [] : [file])),
  }
}
