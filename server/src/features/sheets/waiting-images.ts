import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { hilbertIndex } from '#domain/geometry/hilbert.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier } from '../../db/database.ts'
import { hasEnded } from '../../db/sql/expressions.ts'

/** An image to pack into a sheet. */
export type SheetImage = {
  readonly id: string
  readonly generationId: string
  readonly orderNum: number
  readonly attempt: number
  readonly width: number
  readonly height: number
  readonly averageColor: string
}

const columns = sql`images.id, generation_id as "generationId", order_num as "orderNum", attempt, width, height,
  coalesce(average_color, '#808080') as "averageColor"`

/** A hidden picture lies in no sheet: its thumbnails are blurred until it is shown. */
const isSeen = sql`images.sensitive is distinct from 'hidden'`

/** Cards in work wait until they have ended, so that their images are side by side. */
const isPackable = hasEnded(sql`images.generation_id`, { uncertain: 'ended' })

/**
 * The projects with images that wait for a sheet: where none has come for some seconds, or one waits for longer than a
 * minute. Reads only what waits.
 */
export async function projectsToPack(db: Querier, { restSeconds }: { restSeconds: number }) {
  const { rows } = await query<{ projectId: string; userId: UserId }>(
    db,
    { projectId: 'string', userId: 'string' },
    sql`
    select cards.project_id as "projectId", cards.user_id as "userId"
    from generated_images images join generations cards on cards.id = images.generation_id
    where images.status = 'completed' and images.sheet_id is null and ${isSeen} and ${isPackable}
    group by cards.project_id, cards.user_id
    having max(images.completed_at) < now() - ${restSeconds} * interval '1 second'
      or min(images.completed_at) < now() - interval '1 minute'`,
  )
  return rows
}

/** The images of a project that wait for a sheet, card by card, ordered by proximity on the canvas. */
export async function waitingCards(db: Querier, projectId: string): Promise<SheetImage[][]> {
  const { rows } = await query<SheetImage & { x: number; y: number }>(
    db,
    {
      id: 'string',
      generationId: 'string',
      orderNum: 'number',
      attempt: 'number',
      width: 'number',
      height: 'number',
      averageColor: 'string',
      x: 'number',
      y: 'number',
    },
    sql`
    select ${columns}, canvas_x as x, canvas_y as y
    from generated_images images join generations cards on cards.id = images.generation_id
    where images.status = 'completed' and images.sheet_id is null and cards.project_id = ${projectId} and ${isSeen} and ${isPackable}
    order by generation_id, order_num`,
  )
  return [...Map.groupBy(rows, (row) => row.generationId).values()]
    .map((images) => ({ images, index: images[0] ? hilbertIndex(images[0]) : 0 }))
    .sort((a, b) => a.index - b.index)
    .map(({ images }) => images)
}

/** The images in a sheet, with their slots. */
export async function imagesInSheet(db: Querier, sheetId: string): Promise<(SheetImage & { slot: number })[]> {
  const { rows } = await query<SheetImage & { slot: number }>(
    db,
    {
      id: 'string',
      generationId: 'string',
      orderNum: 'number',
      attempt: 'number',
      width: 'number',
      height: 'number',
      averageColor: 'string',
      slot: 'number',
    },
    sql`
    select ${columns}, sheet_slot as slot from generated_images images where sheet_id = ${sheetId} order by sheet_slot`,
  )
  return rows
}
