import { sql } from 'drizzle-orm'
import type { EditShape } from '#contract/cards/edit.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { EditRecord } from '#domain/edit/edit-record.ts'
import { noModel } from '#domain/generation/origin.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { failure, success } from '#domain/result.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import { modelNameOf } from '#server/cards/present-generation.ts'
import type { UserDatabase } from '#server/db/database.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import { uuidArray } from '#server/db/sql/expressions.ts'
import { query } from '#server/db/sql/query.ts'
import { inParallel } from '#server/operations/in-parallel.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'
import type { Storage } from '#server/storage/storage.ts'

/** An image whose file is there, with what an export tells of it. */
export type ExportedImage = {
  readonly imageId: string
  readonly attempt: number
  readonly key: string
  /** Of the stored file. */
  readonly mediaType: string
  readonly byteSize: number
  /** Pixels, upright. */
  readonly width: number
  readonly height: number
  readonly seed: number
  readonly prompt: string
  /** null: it was brought in. */
  readonly model: string | null
  readonly projectTitle: string
  /** ISO 8601 */
  readonly createdAt: string
  readonly isBroughtIn: boolean
  /** The term that the stored file carries; null: it has none. */
  readonly digitalSource: DigitalSource | null
  /** The edit that made it, and the picture before; null where there is none. */
  readonly edit: { readonly asked: EditShape; readonly maskId: string | null; readonly sourceId: string } | null
}

type Row = {
  id: string
  attempt: number
  status: string
  storage_key: string | null
  media_type: string | null
  width: number
  height: number
  seed: number
  prompt: string
  model: string
  title: string
  created_at: string
  generation_id: string
  in_trash: boolean
  digital_source: DigitalSource | null
  edit: EditShape | null
  edit_record: EditRecord | null
  parent_image_id: string | null
}

async function readRows(db: UserDatabase, userId: UserId, imageIds: readonly string[]): Promise<Row[]> {
  const { rows } = await query<Row>(
    db,
    {
      id: 'string',
      attempt: 'number',
      status: 'string',
      storage_key: 'string',
      media_type: 'string',
      width: 'number',
      height: 'number',
      seed: 'number',
      prompt: 'string',
      model: 'string',
      title: 'string',
      created_at: 'string',
      generation_id: 'string',
      in_trash: 'boolean',
      digital_source: 'string',
      edit: 'json',
      edit_record: 'json',
      parent_image_id: 'string',
    },
    sql`
    select images.id, attempt, status, storage_key, media_type, width, height, images.seed,
      coalesce(images.drawn_prompt, cards.prompt) as prompt, model, title, images.created_at, generation_id,
      (cards.deleted_at is not null or projects.deleted_at is not null) as in_trash, digital_source, edit, edit_record,
      parent_image_id
    from generated_images images join generations cards on cards.id = generation_id
    join projects on projects.id = cards.project_id
    where images.id = any(${uuidArray(imageIds)}) and images.user_id = ${userId}`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return imageIds.flatMap((id) => found.get(id) ?? [])
}

/** Files whose size is asked for at a time. */
const looksAtOnce = 32

/** Refuses because of some of the images, which it names by their places from 1. */
function refused(rows: readonly Row[], among: readonly Row[], say: (which: string) => string): Refusal {
  const places = among.map((row) => rows.indexOf(row) + 1)
  const shown = places.slice(0, 5).join(', ') + (places.length > 5 ? ' …' : '')
  const which = `${places.length === 1 ? 'Image' : 'Images'} ${shown} of ${rows.length}`
  return { code: 'conflict', message: say(which), data: { imageIds: among.map(({ id }) => id) } }
}

/** Why some of the images can't be exported; null where all of them can. */
async function refusalOf(db: UserDatabase, userId: UserId, rows: readonly Row[]): Promise<Refusal | null> {
  const inTrash = rows.filter((row) => row.in_trash)
  if (inTrash.length > 0)
    return refused(rows, inTrash, (which) => `${which}: in the trash. Restore what you want to export.`)
  const unfinished = rows.filter(({ status, storage_key: key }) => status !== 'completed' || key === null)
  if (unfinished.length > 0) return refused(rows, unfinished, (which) => `${which}: there is no picture yet.`)
  const hidden = await readHiddenCards(db, { userId, projectId: null })
  const inRace = rows.filter((row) => hidden.has(row.generation_id))
  return inRace.length === 0
    ? null
    : refused(rows, inRace, (which) => `${which}: part of a race. Not before the race has a winner.`)
}

/**
 * Reads images of the user for an export, in their order: all of them, or a refusal with the reason. `not-found` where one is not the
 * user's.
 */
export async function readExportedImages(
  { db, storage, registry }: { readonly db: UserDatabase; readonly storage: Storage; readonly registry: ModelRegistry },
  { userId, imageIds }: { readonly userId: UserId; readonly imageIds: readonly string[] },
): AsyncResult<ExportedImage[]> {
  const rows = await readRows(db, userId, imageIds)
  if (rows.length < imageIds.length) return failure({ code: 'not-found' })
  const refusal = await refusalOf(db, userId, rows)
  if (refusal) return failure(refusal)
  const sizes = new Map<string, number>()
  await inParallel(rows, looksAtOnce, async ({ id, storage_key: key }) => {
    const byteSize = await storage.size(key ?? '')
    if (byteSize !== null) sizes.set(id, byteSize)
  })
  const lost = rows.filter(({ id }) => !sizes.has(id))
  if (lost.length > 0) return failure(refused(rows, lost, (which) => `${which}: the file is gone.`))
  return success(
    rows.map((row) => ({
      imageId: row.id,
      attempt: row.attempt,
      key: row.storage_key ?? '',
      mediaType: row.media_type ?? 'image/png',
      byteSize: sizes.get(row.id) ?? 0,
      width: row.width,
      height: row.height,
      seed: row.seed,
      prompt: row.prompt,
      model: modelNameOf(row.model, registry),
      projectTitle: row.title,
      createdAt: new Date(row.created_at).toISOString(),
      isBroughtIn: row.model === noModel,
      digitalSource: row.digital_source,
      edit:
        row.edit && row.parent_image_id
          ? { asked: row.edit, maskId: row.edit_record?.maskId ?? null, sourceId: row.parent_image_id }
          : null,
    })),
  )
}
