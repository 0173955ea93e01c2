import { sql } from 'drizzle-orm'
import type { AssetShape } from '#contract/cards/asset.ts'
import { imageUrl } from '#contract/cards/image-url.ts'
import { originOf } from '#domain/generation/origin.ts'
import type { ControlValues } from '#domain/models/controls.ts'
import { milliseconds } from '../db/sql/expressions.ts'
import type { Columns } from '../db/sql/query.ts'
import type { ModelRegistry } from '../providers/registry.ts'
import type { HiddenCards } from './hidden-cards.ts'
import { modelNameOf } from './present-generation.ts'

/** A finished image with its card, as it is read for the list. */
export type AssetRow = {
  id: string
  generation_id: string
  order_num: number
  width: number
  height: number
  average_color: string | null
  seed: number
  attempt: number
  warnings: string[]
  sensitive: AssetShape['sensitive']
  /** Milliseconds since 1970, as the next two moments. */
  created_ms: number
  /** When the card was made: by this the list is ordered. */
  moment_ms: number
  feedback: AssetShape['feedback'] | null
  description: AssetShape['description']
  project_id: string
  parent_generation_id: string | null
  prompt: string
  /** The model's `value`. */
  model: string
  style_id: string | null
  aspect_ratio: AssetShape['settings']['aspectRatio']
  resolution: AssetShape['settings']['resolution']
  raw_mode: boolean
  controls: ControlValues | null
  card_seed: number
}

export const assetRowColumns: Columns<AssetRow> = {
  id: 'string',
  generation_id: 'string',
  order_num: 'number',
  width: 'number',
  height: 'number',
  average_color: 'string',
  seed: 'number',
  attempt: 'number',
  warnings: 'json',
  sensitive: 'string',
  created_ms: 'number',
  moment_ms: 'number',
  feedback: 'json',
  description: 'json',
  project_id: 'string',
  parent_generation_id: 'string',
  prompt: 'string',
  model: 'string',
  style_id: 'string',
  aspect_ratio: 'string',
  resolution: 'string',
  raw_mode: 'boolean',
  controls: 'json',
  card_seed: 'number',
}

/**
 * The columns of an `AssetRow` from `images` and `cards`: everything the list shows, in one statement. Read by the
 * query builder, with every column of both tables, a page takes four times as long.
 */
export const assetColumns = sql`
  images.id, images.generation_id, images.order_num, images.width, images.height, images.average_color, images.seed,
  images.attempt, images.warnings, images.sensitive, ${milliseconds(sql`images.created_at`)} as created_ms,
  ${milliseconds(sql`cards.created_at`)} as moment_ms,
  (select json_agg(feedback_type order by created_at) from image_feedback where image_id = images.id) as feedback,
  (select json_build_object('text', text, 'languageModel', language_model) from image_descriptions
    where image_id = images.id) as description,
  cards.project_id, cards.parent_generation_id, coalesce(images.drawn_prompt, cards.prompt) as prompt, cards.model, cards.style_id, cards.aspect_ratio,
  cards.resolution, cards.raw_mode, cards.controls, cards.seed as card_seed`

type Presenting = { readonly registry: ModelRegistry; readonly hidden: HiddenCards }

/** Presents an asset, field by field: a hidden model also hides the message of its provider. */
export const presentAsset = (row: AssetRow, { registry, hidden }: Presenting): AssetShape => ({
  id: row.id,
  generationId: row.generation_id,
  orderNum: row.order_num,
  status: 'completed',
  imageUrl: imageUrl(row.id),
  width: row.width,
  height: row.height,
  averageColor: row.average_color,
  seed: row.seed,
  attempt: row.attempt,
  error: null,
  feedback: row.feedback ?? [],
  warnings: hidden.has(row.generation_id) ? [] : row.warnings,
  description: row.description,
  sensitive: row.sensitive,
  createdAt: new Date(row.created_ms).toISOString(),
  projectId: row.project_id,
  parentGenerationId: row.parent_generation_id,
  prompt: row.prompt,
  origin: originOf(row.model),
  model: hidden.get(row.generation_id)?.alias ?? modelNameOf(row.model, registry),
  hidesModel: hidden.has(row.generation_id),
  settings: {
    style: row.style_id,
    aspectRatio: row.aspect_ratio,
    resolution: row.resolution,
    rawMode: row.raw_mode,
    seed: row.card_seed,
    ...(row.controls && !hidden.has(row.generation_id) && { controls: row.controls }),
  },
})
