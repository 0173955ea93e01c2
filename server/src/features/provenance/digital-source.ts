import { sql } from 'drizzle-orm'
import type { EditShape } from '#contract/cards/edit.ts'
import { claimedAction } from '#domain/edit/claimed-action.ts'
import type { EditRecord } from '#domain/edit/edit-record.ts'
import { noModel } from '#domain/generation/origin.ts'
import { type DigitalSource, digitalSourceAfter } from '#domain/records/digital-source.ts'
import type { Database } from '#server/db/database.ts'
import { query } from '#server/db/sql/query.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'

/** The most steps of a path that are looked at; a longer one is cut at its root. */
const maxSteps = 100

type Step = { readonly model: string; readonly edit: EditShape | null; readonly editRecord: EditRecord | null }

/** Derives what is claimed of one step: an edit by its operation, anything else by its model. */
export function claimStep({ model, edit, editRecord }: Step, registry: Pick<ModelRegistry, 'find'>) {
  // Models that are no longer listed were AI models: the built-in painter is always listed.
  const sourceType = model === noModel ? null : (registry.find(model)?.sourceType ?? 'trainedAlgorithmicMedia')
  if (!edit || !sourceType) return { action: 'c2pa.edited', sourceType } as const
  const isTrained = sourceType === 'trainedAlgorithmicMedia' || editRecord?.tool != null
  return claimedAction(edit.operation, { isTrained, sourceType })
}

type Row = {
  model: string
  edit: EditShape | null
  edit_record: EditRecord | null
  digital_source: DigitalSource | null
}

/**
 * Reads the digital source of an image from the steps that lead to it, also those in the trash: what a file shows stays what it is.
 * Null where it was brought in. @param imageId An image that the caller may see: on a system handle nothing else is checked.
 */
export async function readDigitalSource(
  { db, registry }: { readonly db: Database; readonly registry: Pick<ModelRegistry, 'find'> },
  imageId: string,
): Promise<DigitalSource | null> {
  const { rows } = await query<Row>(
    db,
    { model: 'string', edit: 'json', edit_record: 'json', digital_source: 'string' },
    sql`
    with recursive way as (
      select generation_id, digital_source, user_id, 1 as step from generated_images where id = ${imageId}
      union
      select images.generation_id, images.digital_source, images.user_id, way.step + 1 from way
      join generations cards on cards.id = way.generation_id
      join generated_images images on images.id = cards.parent_image_id and images.user_id = way.user_id
      where way.step < ${maxSteps}
    )
    select model, edit, edit_record, digital_source from way join generations cards on cards.id = way.generation_id order by step desc`,
  )
  return rows.reduce<DigitalSource | null>(
    (before, { model, edit, edit_record: editRecord, digital_source: stored }) => {
      const { sourceType } = claimStep({ model, edit, editRecord }, registry)
      // The stored term counts: the top of a copied branch has lost the pictures before it.
      return stored ?? digitalSourceAfter(before, { sourceType, isEdit: edit !== null })
    },
    null,
  )
}
