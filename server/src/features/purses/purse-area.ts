import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PurseShape } from '#contract/programs/purse.ts'
import { cardName } from '#domain/agents/card-names.ts'
import { formatPrice } from '#domain/format.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardHeightExpanded, cardRect, cardWidth } from '#domain/layout/card.ts'
import { takenSpace } from '#domain/layout/taken-space.ts'
import { placeInPurse } from '#domain/purses/place-in-purse.ts'
import { leftInPurse, liesInPurse } from '#domain/purses/purse.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { liesInArea } from '../../db/sql/lies-in-area.ts'
import { notesOf } from '../boards/board-items.ts'
import { lockProject } from '../projects/lock-project.ts'

/** The condition that a card reaches into an area. */
const reachesInto = ({ x, y, width, height }: Rect): SQL => sql`(
  ${generations.canvasX} between ${x - cardWidth}::float8 and ${x + width}::float8
  and ${generations.canvasY} between ${y - cardHeightExpanded}::float8 and ${y + height}::float8)`

const rounded = ({ x, y, width, height }: Rect) =>
  [x, y, x + width, y + height].map((value) => Math.round(value)).join(', ')

/** Where a purse is and what is left in it, for a program. */
export const aboutPurse = (purse: PurseShape) => ({
  name: purse.name,
  credits: purse.most / 100,
  spent: purse.spent / 100,
  left: leftInPurse(purse) / 100,
  state: purse.state,
  area: { x: purse.x, y: purse.y, width: purse.width, height: purse.height },
})

/** The refusal of what lies outside of a purse. @param what The subject of a sentence: 'Card 1a2b3c4d lies'. */
export const outside = (purse: Pick<PurseShape, 'name' | 'x' | 'y' | 'width' | 'height'>, what: string): Refusal => ({
  code: 'forbidden',
  message: `${what} outside of the purse '${purse.name}', and this token works in it alone: from (${rounded(purse)}). read_board lists the cards there; new cards are placed there by themselves.`,
  data: { area: { x: purse.x, y: purse.y, width: purse.width, height: purse.height } },
})

/** The refusal of a purse that has too little left. */
export function emptyPurse(purse: PurseShape, price: number): Refusal {
  const left = leftInPurse(purse)
  return {
    code: 'purse-empty',
    message: `The purse '${purse.name}' has ${formatPrice(left)} of its ${formatPrice(purse.most)} credits left, and this costs ${formatPrice(price)}. Ask for fewer images or a cheaper model, or wait: its person sees at (${rounded(purse)}) on the canvas that more is asked for, and can raise it there.`,
    data: { purseId: purse.id, most: purse.most, spent: purse.spent, left, missing: price - left },
  }
}

/** Why a request may not use these cards and pictures: one of them lies outside of the purse. Null where all lie in it. */
export async function outsideRefusal(
  db: Querier,
  purse: PurseShape,
  { cards, images }: { readonly cards: readonly string[]; readonly images: readonly string[] },
): Promise<Refusal | null> {
  const isInside = and(eq(generations.projectId, purse.projectId), isNull(generations.deletedAt), liesInArea(purse))
  if (cards.length > 0) {
    const found = await db
      .select({ id: generations.id })
      .from(generations)
      .where(and(sql`${generations.id} = any(${uuidArray(cards)})`, isInside))
    const inside = new Set(found.map(({ id }) => id))
    const first = cards.find((id) => !inside.has(id))
    if (first !== undefined) return outside(purse, `Card ${cardName(first)} lies`)
  }
  if (images.length > 0) {
    const found = await db
      .select({ id: generatedImages.id })
      .from(generatedImages)
      .innerJoin(generations, eq(generations.id, generatedImages.generationId))
      .where(and(sql`${generatedImages.id} = any(${uuidArray(images)})`, isInside))
    const inside = new Set(found.map(({ id }) => id))
    if (images.some((id) => !inside.has(id))) return outside(purse, 'A picture that this uses lies')
  }
  return null
}

/**
 * Places a new card in a purse, where it overlaps nothing. Locks the project, so that two new cards never get the same place. Reads
 * the cards of the area alone.
 */
export async function placeInside(
  tx: Transaction,
  purse: PurseShape,
  { wanted, parent }: { readonly wanted: Point | null; readonly parent: (Point & { generationId: string }) | null },
): AsyncResult<Point> {
  await lockProject(tx, purse.projectId)
  if (wanted && !liesInPurse(purse, cardRect({ ...wanted, isCollapsed: false })))
    return failure(outside(purse, 'The wanted place lies'))
  const cards = await query<{ id: string; parent: string | null; x: number; y: number; isCollapsed: boolean }>(
    tx,
    { id: 'string', parent: 'string', x: 'number', y: 'number', isCollapsed: 'boolean' },
    sql`select id, parent_generation_id as parent, canvas_x as x, canvas_y as y, is_collapsed as "isCollapsed"
      from generations where project_id = ${purse.projectId} and deleted_at is null and ${reachesInto(purse)}`,
  )
  const gone = parent && !cards.rows.some(({ id }) => id === parent.generationId)
  if (gone) return failure(outside(purse, `Card ${cardName(parent.generationId)} lies`))
  const children = cards.rows.filter((card) => parent !== null && card.parent === parent.generationId)
  const taken = takenSpace(cards.rows, await notesOf(tx, purse.projectId))
  const place = placeInPurse(purse, { wanted, parent, children, taken })
  if (place) return success(place)
  return failure({
    code: 'impossible',
    message: `The purse '${purse.name}' has no room for another card. Move cards in it closer together or to the trash, or ask its person to widen it.`,
    data: { area: { x: purse.x, y: purse.y, width: purse.width, height: purse.height } },
  })
}
