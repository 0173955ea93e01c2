import { sql } from 'drizzle-orm'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { UserDatabase } from '../../db/database.ts'
import { milliseconds } from '../../db/sql/expressions.ts'
import { statement } from '../../db/statement.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { type PresentableImage, presentImage } from '../images/present-image.ts'
import { type HidingDeps, readModelHider } from '../series/hide-models.ts'
import { type PresentableGeneration, presentGeneration } from './present-generation.ts'

/** Times are milliseconds since 1970. */
type ImageCells = Omit<PresentableImage, 'generationId' | 'createdAt'> & {
  readonly createdMs: number
  readonly feedback: ImageShape['feedback'] | null
}

/** A card, or the number of the newest event alone where there is none. */
type CardRow = Omit<PresentableGeneration, 'id' | 'createdAt'> & {
  seq: string
  id: string | null
  createdMs: number
  imageCells: ImageCells[] | null
}

/** One statement, so that the cards, their images and the number of the newest event are from one snapshot. */
const cardRows = statement<CardRow, { userId: UserId; projectId: string }>(
  {
    seed: 'number',
    projectId: 'string',
    parentGenerationId: 'string',
    prompt: 'string',
    edit: 'json',
    editRecord: 'json',
    model: 'string',
    parentImageId: 'string',
    branchKind: 'string',
    aspectRatio: 'string',
    resolution: 'string',
    rawMode: 'boolean',
    controls: 'json',
    imagePrompts: 'json',
    styleReferences: 'json',
    canvasX: 'number',
    canvasY: 'number',
    isCollapsed: 'boolean',
    price: 'number',
    madeBy: 'string',
    madeByName: 'string',
    purseId: 'string',
    why: 'string',
    styleId: 'string',
    seq: 'string',
    id: 'string',
    createdMs: 'number',
    imageCells: 'json',
  },
  ['userId', 'projectId'],
  ({ userId, projectId }) => sql`
    select latest.seq, cards.id, project_id as "projectId", parent_generation_id as "parentGenerationId",
      parent_image_id as "parentImageId", branch_kind as "branchKind", prompt, edit, edit_record as "editRecord", model, style_id as "styleId",
      aspect_ratio as "aspectRatio", resolution, raw_mode as "rawMode", controls, seed, canvas_x as "canvasX", canvas_y as "canvasY",
      image_prompts as "imagePrompts", style_references as "styleReferences", is_collapsed as "isCollapsed", price,
      made_by as "madeBy", made_by_name as "madeByName", purse_id as "purseId", why,
      ${milliseconds(sql`created_at`)} as "createdMs",
      (select json_agg(cell order by cell."orderNum") from (
        select images.id, order_num as "orderNum", status, storage_key as "storageKey", width, height,
          average_color as "averageColor", seed, attempt, error_code as "errorCode", error_message as "errorMessage",
          warnings, sensitive, ${milliseconds(sql`created_at`)} as "createdMs",
          (select json_agg(feedback_type order by created_at) from image_feedback where image_id = images.id) as feedback
        from generated_images images where generation_id = cards.id
      ) cell) as "imageCells"
    from (select coalesce(max(seq), 0) as seq from events where user_id = ${userId}) latest
    left join generations cards on project_id = ${projectId} and cards.user_id = ${userId} and deleted_at is null
    order by created_at desc, cards.id desc`,
)

function cardOf(id: string, row: CardRow, registry: ModelRegistry): GenerationShape {
  const images = (row.imageCells ?? []).map(({ createdMs, feedback, ...cells }) =>
    presentImage({ ...cells, generationId: id, createdAt: new Date(createdMs) }, feedback ?? []),
  )
  return presentGeneration({ ...row, id, createdAt: new Date(row.createdMs) }, images, registry)
}

/**
 * A project's generations, newest first, with the number of the newest event that they reflect; those in the trash are left out.
 */
export async function listGenerations(
  deps: HidingDeps & { readonly db: UserDatabase },
  userId: UserId,
  projectId: string,
): Promise<{ items: GenerationShape[]; seq: number }> {
  const rows = await cardRows(deps.db, { userId, projectId })
  // Read after the cards: a race that began meanwhile has none of them.
  const hider = await readModelHider(deps, { userId, projectId })
  return {
    seq: Number(rows[0]?.seq ?? 0),
    items: rows.flatMap((row) => (row.id === null ? [] : [hider.generation(cardOf(row.id, row, deps.registry))])),
  }
}
