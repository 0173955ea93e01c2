import { type SQL, sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'
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
