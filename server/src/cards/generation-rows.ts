import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { noModel } from '#domain/generation/origin.ts'
import type { Querier } from '../db/database.ts'
import { generatedImages, generations } from '../db/schema/generations.ts'
import { milliseconds } from '../db/sql/expressions.ts'
import { type Columns, query } from '../db/sql/query.ts'
import { statement } from '../db/statement.ts'
import type { ModelRegistry } from '../providers/registry.ts'
import { hasOpenRace } from './hidden-cards.ts'
import { type HidingDeps, nothingHidden, readModelHider } from './hide-models.ts'
import { type PresentableGeneration, presentGeneration } from './present-generation.ts'
import { type PresentableImage, presentImage } from './present-image.ts'

/** Times are milliseconds since 1970. */
type ImageCells = Omit<PresentableImage, 'generationId' | 'createdAt'> & {
  readonly createdMs: number
  readonly feedback: ImageShape['feedback'] | null
}

/** A generation with its images. */
type CardRow = Omit<PresentableGeneration, 'createdAt'> & {
  createdMs: number
  /** Whether its user has a race that hides models' names, as of the same snapshot. */
  hasOpenRace: boolean
  imageCells: ImageCells[] | null
}

const cardColumns: Columns<CardRow> = {
  seed: 'number',
  projectId: 'string',
  parentGenerationId: 'string',
  prompt: 'string',
  writtenPrompt: 'string',
  improvedFrom: 'string',
  references: 'json',
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
  id: 'string',
  createdMs: 'number',
  hasOpenRace: 'boolean',
  imageCells: 'json',
}

/** The columns of `CardRow`: of the table `generations`, by its own name. */
const cardCells = (userId: UserId) => sql`
  generations.id, project_id as "projectId", parent_generation_id as "parentGenerationId",
  parent_image_id as "parentImageId", branch_kind as "branchKind", prompt,
  written_prompt as "writtenPrompt", improved_from as "improvedFrom", named_references as "references", edit, edit_record as "editRecord", model,
  style_id as "styleId", aspect_ratio as "aspectRatio", resolution, raw_mode as "rawMode", controls, seed,
  canvas_x as "canvasX", canvas_y as "canvasY", image_prompts as "imagePrompts", style_references as "styleReferences",
  is_collapsed as "isCollapsed", price, made_by as "madeBy", made_by_name as "madeByName", purse_id as "purseId", why,
  ${milliseconds(sql`created_at`)} as "createdMs", ${hasOpenRace(sql`user_id = ${userId}`)} as "hasOpenRace",
  (select json_agg(cell order by cell."orderNum") from (
    select images.id, order_num as "orderNum", status, storage_key as "storageKey", width, height,
      average_color as "averageColor", seed, drawn_prompt as prompt, attempt, error_code as "errorCode", error_message as "errorMessage",
      warnings, sensitive, ${milliseconds(sql`created_at`)} as "createdMs",
      (select json_agg(feedback_type order by created_at) from image_feedback where image_id = images.id) as feedback
    from generated_images images where generation_id = generations.id
  ) cell) as "imageCells"`

function cardOf(row: CardRow, registry: ModelRegistry): GenerationShape {
  const images = (row.imageCells ?? []).map(({ createdMs, feedback, ...cells }) =>
    presentImage({ ...cells, generationId: row.id, createdAt: new Date(createdMs) }, feedback ?? []),
  )
  return presentGeneration({ ...row, createdAt: new Date(row.createdMs) }, images, registry)
}

/** Presents rows of one user, in their order; models hidden by races have aliases. */
async function present(deps: HidingDeps, userId: UserId, rows: readonly CardRow[]): Promise<GenerationShape[]> {
  // Read after the cards: a race that began meanwhile has none of them.
  const hider = rows[0]?.hasOpenRace
    ? await readModelHider(deps, { userId, projectId: projectOf(rows) })
    : nothingHidden
  return rows.map((row) => hider.generation(cardOf(row, deps.registry)))
}

/** The project of all rows; null where they are of several. */
function projectOf(rows: readonly CardRow[]): string | null {
  const [first, ...others] = new Set(rows.map(({ projectId }) => projectId))
  return others.length === 0 ? (first ?? null) : null
}

/** Generations of a user with their images, newest first, in the trash or not; models hidden by races have aliases. */
async function selectAny(deps: HidingDeps, userId: UserId, found: SQL | undefined): Promise<GenerationShape[]> {
  const { rows } = await query<CardRow>(
    deps.db,
    cardColumns,
    sql`select ${cardCells(userId)} from generations where ${and(found, eq(generations.userId, userId))}
      order by created_at desc, id desc`,
  )
  return present(deps, userId, rows)
}

/**
 * Generations of a user with their images, newest first, except those in the trash; models hidden by races have
 * aliases.
 */
export const selectGenerations = (deps: HidingDeps, userId: UserId, where: SQL | undefined) =>
  selectAny(deps, userId, and(where, isNull(generations.deletedAt)))

/** The same of those in the trash alone. */
export const selectDeletedGenerations = (deps: HidingDeps, userId: UserId, where: SQL | undefined) =>
  selectAny(deps, userId, and(where, isNotNull(generations.deletedAt)))

const oneCard = statement<CardRow, { userId: UserId; generationId: string }>(
  cardColumns,
  ['userId', 'generationId'],
  ({ userId, generationId }) => sql`select ${cardCells(userId)} from generations
    where id = ${generationId} and user_id = ${userId} and deleted_at is null`,
)

/** One generation of the user; null where it does not exist, is another user's, or is in the trash. */
export async function findGeneration(
  deps: HidingDeps,
  userId: UserId,
  generationId: string,
): Promise<GenerationShape | null> {
  const [generation] = await present(deps, userId, await oneCard(deps.db, { userId, generationId }))
  return generation ?? null
}

/** A card, or the number of the newest event alone where there is none. */
type ListedRow = Omit<CardRow, 'id'> & { seq: string; id: string | null }

/** One statement, so that the cards, their images and the number of the newest event are from one snapshot. */
const cardsOfProject = statement<ListedRow, { userId: UserId; projectId: string }>(
  { ...cardColumns, seq: 'string' },
  ['userId', 'projectId'],
  ({ userId, projectId }) => sql`
    select latest.seq, cards.*
    from (select coalesce(max(seq), 0) as seq from events where user_id = ${userId}) latest
    left join lateral (select ${cardCells(userId)} from generations
      where project_id = ${projectId} and user_id = ${userId} and deleted_at is null) cards on true
    order by cards."createdMs" desc, cards.id desc`,
)

/**
 * A project's generations, newest first, with the number of the newest event that they reflect; those in the trash are left out.
 */
export async function listGenerations(
  deps: HidingDeps,
  userId: UserId,
  projectId: string,
): Promise<{ items: GenerationShape[]; seq: number }> {
  const rows = await cardsOfProject(deps.db, { userId, projectId })
  const cards = rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }]))
  return { seq: Number(rows[0]?.seq ?? 0), items: await present(deps, userId, cards) }
}

/** The prompts of the project's last completed generations, oldest first, at most five; names of files are no prompts, and those of edits are about one picture. */
export async function recentPrompts(db: Querier, projectId: string): Promise<string[]> {
  const completed = db
    .select({ id: generatedImages.generationId })
    .from(generatedImages)
    .where(and(eq(generatedImages.generationId, generations.id), eq(generatedImages.status, 'completed')))
  const rows = await db
    .select({ prompt: generations.prompt })
    .from(generations)
    .where(
      and(
        eq(generations.projectId, projectId),
        ne(generations.model, noModel),
        isNull(generations.edit),
        isNull(generations.deletedAt),
        inArray(generations.id, completed),
      ),
    )
    .orderBy(desc(generations.createdAt))
    .limit(5)
  return rows.map((row) => row.prompt).reverse()
}
