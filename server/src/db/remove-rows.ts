import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Querier, Transaction } from './database.ts'

/** Whose rows: the value of a column that has an index. */
export type RowsOf = { readonly column: 'user_id' | 'project_id'; readonly id: string }

/**
 * Removes rows of one user or project, at most as many as `room`, table after table. Each statement finds its rows by the index
 * of their owner, and removes no more than it has found: a table of millions takes many short transactions.
 * @returns The room that is left; 0: there may be more rows.
 */
export async function removeRows(
  tx: Transaction,
  { column, id }: RowsOf,
  { tables, room }: { readonly tables: readonly string[]; readonly room: number },
): Promise<number> {
  let left = room
  for (const name of tables) {
    if (left === 0) return 0
    const table = sql.identifier(name)
    const { rowCount } = await tx.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${sql.identifier(column)} = ${id} limit ${left}))`)
    left -= rowCount ?? 0
  }
  return left
}

/** Rows that one statement of a sweep removes: a backlog of millions ends within many short ones, each far below the time limit. */
const sweepBatch = 5_000

/** Rows that are kept for a limited time. */
export type OldRows = { readonly table: PgTable; readonly where: SQL | undefined }

/** Removes old rows; what is left at a stop follows in the next round. */
export type Sweep = (db: Querier, round?: { readonly signal: AbortSignal }) => Promise<void>

/** A sweep that removes old rows of tables, batch by batch. */
export const sweepOf =
  (...all: readonly OldRows[]): Sweep =>
  async (db, round) => {
    for (const { table, where } of all)
      await removeInBatches(sweepBatch, round?.signal, async () => {
        const { rowCount } = await db.execute(
          sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${sweepBatch}))`,
        )
        return rowCount ?? 0
      })
  }

/** Repeats a removal until it finds fewer rows than it may remove at once. @param remove Returns the number of removed rows. */
export async function removeInBatches(
  batch: number,
  signal: AbortSignal | undefined,
  remove: () => Promise<number>,
): Promise<void> {
  for (let removed = batch; removed >= batch && !signal?.aborted; ) removed = await remove()
}
