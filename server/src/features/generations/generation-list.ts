import { sql } from 'drizzle-orm'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { imageUrl } from '#contract/image-url.ts'
import { generationStatus } from '#domain/generation/status.ts'
import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

type ImageCells = {
  id: string
  order_num: number
  status: ImageShape['status']
  stored: boolean
  width: number
  height: number
  average_color: string | null
  seed: number
  attempt: number
  error_code: NonNullable<ImageShape['error']>['code'] | null
  error_message: string | null
  feedback: ImageShape['feedback'] | null
  warnings: string[]
  /** Milliseconds since 1970. */
  created_ms: number
}

/** A card, or nothing but the number of the newest event where there is none. */
type CardRow = {
  seq: string
  id: string | null
  parent_generation_id: string | null
  parent_image_id: string | null
  branch_kind: GenerationShape['branchKind']
  prompt: string
  /** The model's `value`. */
  model: string
  style_id: string | null
  aspect_ratio: GenerationShape['settings']['aspectRatio']
  resolution: GenerationShape['settings']['resolution']
  raw_mode: boolean
  seed: number
  canvas_x: number
  canvas_y: number
  is_collapsed: boolean
  price: number
  created_ms: number
  images: ImageCells[] | null
}

/** One statement, so that the cards, their images and the number of the newest event are of one moment. */
const cardRows = statement<CardRow, { userId: string; projectId: string }>(
  ['userId', 'projectId'],
  ({ userId, projectId }) => sql`
    select latest.seq, cards.id, parent_generation_id, parent_image_id, branch_kind, prompt, model, style_id, aspect_ratio,
      resolution, raw_mode, seed, canvas_x, canvas_y, is_collapsed, price,
      extract(epoch from created_at)::float8 * 1000 as created_ms,
      (select json_agg(cell order by cell.order_num) from (
        select images.id, order_num, status, storage_key is not null as stored, width, height, average_color, seed, attempt,
          error_code, error_message, warnings, extract(epoch from created_at)::float8 * 1000 as created_ms,
          (select json_agg(feedback_type order by created_at) from image_feedback where image_id = images.id) as feedback
        from generated_images images where generation_id = cards.id
      ) cell) as images
    from (select coalesce(max(seq), 0) as seq from events where user_id = ${userId}) latest
    left join generations cards on project_id = ${projectId} and cards.user_id = ${userId} and deleted_at is null
    order by created_at desc, cards.id desc`,
)

const imageOf = (generationId: string, cell: ImageCells): ImageShape => ({
  id: cell.id,
  generationId,
  orderNum: cell.order_num,
  status: cell.status,
  imageUrl: cell.stored ? imageUrl(cell.id) : null,
  width: cell.width,
  height: cell.height,
  averageColor: cell.average_color,
  seed: cell.seed,
  attempt: cell.attempt,
  error: cell.error_code === null ? null : { code: cell.error_code, message: cell.error_message ?? '' },
  feedback: cell.feedback ?? [],
  warnings: cell.warnings,
  createdAt: new Date(cell.created_ms).toISOString(),
})

function cardOf(id: string, row: CardRow, projectId: string, registry: ModelRegistry): GenerationShape {
  const images = (row.images ?? []).map((cell) => imageOf(id, cell))
  return {
    id,
    projectId,
    parentGenerationId: row.parent_generation_id,
    parentImageId: row.parent_image_id,
    branchKind: row.branch_kind,
    prompt: row.prompt,
    model: registry.find(row.model)?.name ?? row.model,
    settings: {
      style: row.style_id,
      aspectRatio: row.aspect_ratio,
      resolution: row.resolution,
      rawMode: row.raw_mode,
      seed: row.seed,
    },
    status: generationStatus(images.map((image) => image.status)),
    canvasX: row.canvas_x,
    canvasY: row.canvas_y,
    isCollapsed: row.is_collapsed,
    price: row.price,
    createdAt: new Date(row.created_ms).toISOString(),
    images,
  }
}

/** A project's generations, newest first, with the number of the newest event they reflect; those in the trash are left out. */
export async function listGenerations(
  { db, registry }: { readonly db: Database; readonly registry: ModelRegistry },
  userId: string,
  projectId: string,
): Promise<{ items: GenerationShape[]; seq: number }> {
  const rows = await cardRows(db, { userId, projectId })
  return {
    seq: Number(rows[0]?.seq ?? 0),
    items: rows.flatMap((row) => (row.id === null ? [] : [cardOf(row.id, row, projectId, registry)])),
  }
}
