import { type SQL, sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
import { removeRows, type SomeRows } from '../../db/remove-rows.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { keysOfImage, keysOfSheet } from '../../pictures/picture-keys.ts'
import { markUnused } from '../files/unused-files.ts'

/** By then workers have abandoned images in progress, and readers of a file have finished. */
export const readSeconds = 600

/** Cards that are removed in one transaction, with all that hangs on them: some 6,000 rows. */
export const cardsAtOnce = 500

type ImageRow = { id: string; attempt: number; sheet_id: string | null }

/** Finds the cards to remove next. @param which A condition and an order on `generations`. */
export async function cardsToRemove(tx: Transaction, which: SQL, room: number): Promise<string[]> {
  const { rows } = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`select id from generations where ${which} limit ${Math.min(room, cardsAtOnce)}`,
  )
  return rows.map(({ id }) => id)
}

/** Rows that hang on cards without a bound, those first that hang on others. Each of the cards has a few rows of other tables beside them. */
function rowsOnCards(cardIds: readonly string[]): SomeRows[] {
  const cards = uuidArray([...cardIds])
  const images = sql`select id from generated_images where generation_id = any(${cards})`
  const shares = sql`select id from shares where generation_id = any(${cards})`
  const rounds = sql`select id from review_rounds where share_id in (${shares})`
  const comments = sql`select id from share_comments where image_id in (${images})
    union all select id from share_comments where share_id in (${shares})`
  return [
    { table: 'card_history', where: sql`generation_id = any(${cards})` },
    { table: 'comment_replies', where: sql`comment_id in (${comments})` },
    { table: 'comment_reads', where: sql`comment_id in (${comments})` },
    ...['share_likes', 'share_comments'].flatMap((table) => [
      { table, where: sql`image_id in (${images})` },
      { table, where: sql`share_id in (${shares})` },
    ]),
    ...['round_log', 'round_decisions', 'round_proofs'].map((table) => ({
      table,
      where: sql`round_id in (${rounds})`,
    })),
    { table: 'review_rounds', where: sql`share_id in (${shares})` },
    { table: 'share_visitors', where: sql`share_id in (${shares})` },
  ]
}

/** Removes what hangs on cards, before they are removed. @returns Whether all of it is gone; otherwise it goes on in the next transaction. */
export const removeFromCards = async (tx: Transaction, cardIds: readonly string[]): Promise<boolean> =>
  (await removeRows(tx, rowsOnCards(cardIds), cardsAtOnce)) > 0

/** Removes cards with all dependent rows, and schedules the files of their images for removal, and the sheets that show no other image. */
export async function removeCards(tx: Transaction, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return
  const cards = uuidArray([...cardIds])
  const images = await query<ImageRow>(
    tx,
    { id: 'string', attempt: 'number', sheet_id: 'string' },
    sql`select id, attempt, sheet_id from generated_images where generation_id = any(${cards})`,
  )
  await tx.execute(sql`delete from jobs where generation_id = any(${cards})`)
  await tx.execute(sql`delete from generations where id = any(${cards})`)
  const keys = images.rows.flatMap(({ id, attempt }) => keysOfImage(id, attempt))
  await markUnused(tx, keys, { afterSeconds: readSeconds })
  const sheetIds = [...new Set(images.rows.flatMap((image) => image.sheet_id ?? []))]
  await removeSheets(
    tx,
    sql`id = any(${uuidArray(sheetIds)}) and not exists (select 1 from generated_images where sheet_id = sheets.id)`,
  )
}

/** Removes sheets, and schedules their files for removal. @param which A condition on `sheets`. @returns Their number. */
export async function removeSheets(tx: Transaction, which: SQL): Promise<number> {
  const { rows } = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`delete from thumbnail_sheets sheets where ${which} returning id`,
  )
  await markUnused(
    tx,
    rows.flatMap(({ id }) => keysOfSheet(id)),
    { afterSeconds: readSeconds },
  )
  return rows.length
}
