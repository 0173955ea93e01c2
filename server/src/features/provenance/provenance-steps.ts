import { sql } from 'drizzle-orm'
import type { EditShape } from '#contract/cards/edit.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { ClaimedAction, EditedSourceType } from '#domain/edit/claimed-action.ts'
import { type EditRecord, noEditRecord } from '#domain/edit/edit-record.ts'
import type { ControlValues } from '#domain/models/controls.ts'
import { modelNameOf } from '#server/cards/present-generation.ts'
import type { UserDatabase } from '#server/db/database.ts'
import { query } from '#server/db/sql/query.ts'
import { type ShownEdit, withoutMask } from '#server/features/edits/edit-masks.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'
import { claimStep } from './digital-source.ts'

/** The most ancestors in a record; a longer path is cut at its root. */
const mostSteps = 100

/** One image of the path from the root to another one. */
export type ProvenanceStep = {
  readonly imageId: string
  readonly generationId: string
  readonly projectId: string
  readonly attempt: number
  readonly storageKey: string
  readonly mediaType: string
  readonly byteSize: number
  readonly width: number
  readonly height: number
  readonly prompt: string
  /** The display name of the model, and the provider that made it; null and empty where the image was brought in. */
  readonly model: string | null
  readonly provider: string
  /** Null where the image was brought in. */
  readonly sourceType: EditedSourceType | null
  /** The change of the picture before it, by the name of C2PA. */
  readonly action: ClaimedAction['action']
  readonly seed: number
  readonly settings: {
    readonly aspectRatio: string
    readonly resolution: string
    readonly rawMode: boolean
    readonly style: string | null
    readonly controls?: ControlValues
  }
  readonly branchKind: string | null
  /** An edit, with what was really used; without its mask, which is private. */
  readonly edit: RecordedEdit | null
  /** Ids of the reference pictures. */
  readonly references: readonly string[]
  /** ISO 8601 */
  readonly createdAt: string
}

type Row = {
  id: string
  generation_id: string
  project_id: string
  attempt: number
  storage_key: string
  media_type: string
  byte_size: number
  width: number
  height: number
  prompt: string
  model: string
  seed: number
  aspect_ratio: string
  resolution: string
  raw_mode: boolean
  controls: ControlValues | null
  style_title: string | null
  branch_kind: string | null
  edit: EditShape | null
  edit_record: EditRecord | null
  references: string[]
  created_at: string
}

/** The values that were really used for an edit, as far as others may know it. */
const usedInRecord = ({ maskBox, cropBox, strength, tool }: EditRecord) => ({ maskBox, cropBox, strength, tool })
type RecordedEdit = ShownEdit & ReturnType<typeof usedInRecord>

/**
 * The provenance of one of the user's images: the images of its path, the root first, itself last. Ends where one is gone or in
 * the trash. Empty where there is no such image.
 */
export async function readProvenance(
  { db, registry }: { readonly db: UserDatabase; readonly registry: ModelRegistry },
  { userId, imageId }: { readonly userId: UserId; readonly imageId: string },
): Promise<ProvenanceStep[]> {
  const { rows } = await query<Row>(
    db,
    {
      id: 'string',
      generation_id: 'string',
      project_id: 'string',
      attempt: 'number',
      storage_key: 'string',
      media_type: 'string',
      byte_size: 'number',
      width: 'number',
      height: 'number',
      prompt: 'string',
      model: 'string',
      seed: 'number',
      aspect_ratio: 'string',
      resolution: 'string',
      raw_mode: 'boolean',
      controls: 'json',
      style_title: 'string',
      branch_kind: 'string',
      edit: 'json',
      edit_record: 'json',
      references: 'json',
      created_at: 'string',
    },
    sql`
    with recursive way as (
      select images.id, cards.parent_image_id, 1 as place from generated_images images
      join generations cards on cards.id = images.generation_id
      where images.id = ${imageId} and images.user_id = ${userId} and storage_key is not null
        and images.status = 'completed' and cards.deleted_at is null
      union
      select images.id, cards.parent_image_id, way.place + 1 from way
      join generated_images images on images.id = way.parent_image_id and images.user_id = ${userId}
      join generations cards on cards.id = images.generation_id and cards.deleted_at is null
      where storage_key is not null and images.status = 'completed' and way.place < ${mostSteps}
    )
    select images.id, generation_id, project_id, attempt, storage_key, coalesce(media_type, 'image/png') as media_type, coalesce(byte_size, 0) as byte_size,
      width, height, coalesce(images.drawn_prompt, cards.prompt) as prompt, model, images.seed, aspect_ratio, resolution, raw_mode, controls, style->>'title' as style_title,
      branch_kind, edit, edit_record, image_prompts || style_references as references, cards.created_at
    from way join generated_images images on images.id = way.id
    join generations cards on cards.id = images.generation_id order by place desc`,
  )
  return rows.map((row) => {
    const model = registry.find(row.model)
    return {
      imageId: row.id,
      generationId: row.generation_id,
      projectId: row.project_id,
      attempt: row.attempt,
      storageKey: row.storage_key,
      mediaType: row.media_type,
      byteSize: row.byte_size,
      width: row.width,
      height: row.height,
      prompt: row.prompt,
      model: modelNameOf(row.model, registry),
      provider: model?.provider ?? '',
      ...claimStep({ model: row.model, edit: row.edit, editRecord: row.edit_record }, registry),
      seed: row.seed,
      settings: {
        aspectRatio: row.aspect_ratio,
        resolution: row.resolution,
        rawMode: row.raw_mode,
        style: row.style_title,
        ...(row.controls && { controls: row.controls }),
      },
      branchKind: row.branch_kind,
      edit: row.edit && { ...withoutMask(row.edit), ...usedInRecord(row.edit_record ?? noEditRecord) },
      references: row.references,
      createdAt: new Date(row.created_at).toISOString(),
    }
  })
}
