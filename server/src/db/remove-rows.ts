import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Querier, Transaction } from './database.ts'

/** Rows of a table; the condition is on columns that have an index. */
export type SomeRows = { readonly table: string; readonly where: SQL }

/** The rows that tables have of one user or project, table after table. */
export const rowsOf = (
  { column, id }: { readonly column: 'user_id' | 'project_id'; readonly id: string },
  tables: readonly string[],
): SomeRows[] => tables.map((table) => ({ table, where: sql`${sql.identifier(column)} = ${id}` }))

/**
 * Removes rows, at most as many as `room`, table after table: those first that would be removed along with others. Each statement
 * removes no more than it has found: a table of millions takes many short transactions.
 * @returns The room that is left; 0: there may be more rows.
 */
export async function removeRows(tx: Transaction, rows: readonly SomeRows[], room: number): Promise<number> {
  let left = room
  for (const { table, where } of rows) {
    if (left <= 0) return 0
    const name = sql.identifier(table)
    const { rowCount } = await tx.execute(sql`
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${where} limit ${left}))`)
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
