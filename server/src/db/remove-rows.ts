import { sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

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
