import { inArray, sql } from 'drizzle-orm'
import type { BoardHeader, CompactCard } from '#contract/compact-board.ts'
import { compactCardOf, compactFieldsOf, type WritingContext } from '#contract/compact-card.ts'
import type { Point } from '#domain/geometry/rect.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { selectGenerations } from '../generations/generation-rows.ts'
import { type BoardRow, boardRows, fieldsOf, summaryOf } from './board-cards.ts'
import { boardCentre } from './board-centre.ts'
import { type BoardFeedback, feedbackOfUser, feedbackOnCards } from './board-feedback.ts'
import { loadBoardHeader } from './board-header.ts'
import { slotsOfCards } from './board-slots.ts'

/** Fill a screen at 100 %, and at half that zoom nearly so. */
const firstCards = 60
/** Reading and writing so many takes about 15 ms: nobody else waits longer. */
const cardsPerLine = 1_000

type ReadBoardDeps = { readonly db: Database; readonly registry: ModelRegistry }
type ReadBoardInput = {
  readonly userId: string
  readonly projectId: string
  /** The middle of what is looked at, in canvas pixels; null: of the saved view. */
  readonly centre: Point | null
}

/** Takes a line without its end; answers false when nobody reads any more. */
export type WriteLine = (line: string) => boolean

/** Writes lists of cards, and counts which have been sent. */
function createCardWriter(tx: Transaction, registry: ModelRegistry, header: BoardHeader) {
  const places = new Map<string, number>()
  const context: WritingContext = { ...header, placeOf: (id) => places.get(id) }
  const sheets = new Map(header.sheets.map((id, place) => [id, place]))

  /** Cards of which something is unusual, image by image. */
  async function compactInFull(ids: readonly string[]): Promise<ReadonlyMap<string, CompactCard>> {
    if (ids.length === 0) return new Map()
    const cards = await selectGenerations(tx, registry, inArray(generations.id, [...ids]))
    const slots = await slotsOfCards(tx, ids, sheets)
    return new Map(cards.map((card) => [card.id, compactCardOf(card, slots.get(card.id) ?? [], context)]))
  }

  return {
    has: (id: string) => places.has(id),

    async compact(rows: readonly BoardRow[], feedback: BoardFeedback): Promise<CompactCard[]> {
      for (const { id } of rows) places.set(id, places.size)
      const compacted = rows.map((row) => {
        const images = summaryOf(row, feedback, sheets)
        return images ? compactFieldsOf(fieldsOf(row, header.projectId, registry), images, context) : row.id
      })
      const inFull = await compactInFull(compacted.filter((card) => typeof card === 'string'))
      return compacted
        .map((card) => (typeof card === 'string' ? inFull.get(card) : card))
        .filter((card) => card !== undefined)
    },
  }
}

/** Sends the header and the cards nearest to the centre, then all others in the order of their creation, from one snapshot. */
export function readBoard(
  { db, registry }: ReadBoardDeps,
  { userId, projectId, centre }: ReadBoardInput,
  write: WriteLine,
): Promise<void> {
  return db.transaction(
    async (tx) => {
      // Compiling the statement takes longer than running it.
      await tx.execute(sql`set local jit = off`)
      const header = await loadBoardHeader(tx, registry, { userId, projectId })
      const writer = createCardWriter(tx, registry, header)
      const { x, y } = centre ?? (await boardCentre(tx, projectId))
      const ofProject = sql`cards.project_id = ${projectId}`
      const near = await tx.execute<BoardRow>(
        boardRows(
          sql`cards.id in (
            select id from generations cards where ${ofProject} and deleted_at is null
            order by (canvas_x - ${x}) ^ 2 + (canvas_y - ${y}) ^ 2, id limit ${firstCards})`,
          sql``,
        ),
      )
      const near60 = await writer.compact(
        near.rows,
        await feedbackOnCards(
          tx,
          near.rows.map(({ id }) => id),
        ),
      )
      if (!write(`${JSON.stringify(header)}\n${JSON.stringify(near60)}`) || header.count <= near.rows.length) return
      const feedback = await feedbackOfUser(tx, userId)
      await tx.execute(
        sql`declare board no scroll cursor for ${boardRows(ofProject, sql`order by cards.created_at, cards.id`)}`,
      )
      const fetchNext = () => tx.execute<BoardRow>(sql.raw(`fetch ${cardsPerLine} from board`))
      let fetching = fetchNext()
      for (;;) {
        const { rows } = await fetching
        if (rows.length === 0) return
        // PostgreSQL works on the next ones meanwhile.
        fetching = fetchNext()
        const others = rows.filter(({ id }) => !writer.has(id))
        const line = JSON.stringify(await writer.compact(others, feedback))
        if (others.length > 0 && !write(line)) return void (await fetching)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
