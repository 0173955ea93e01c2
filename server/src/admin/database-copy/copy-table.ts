import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { type Filling, inTransaction } from './filling.ts'
import { listed, quoted, type Table } from './tables.ts'

/** Rows of one transaction: seconds of work that a kill can lose. */
const rowsAtOnce = 20_000

const literals = (key: readonly string[]) => key.map((value) => pg.escapeLiteral(value)).join(', ')

/** Copies the missing rows of a table, range by range of its primary key. */
export async function copyTable(
  { source, target, filling }: { source: pg.Client; target: pg.Client; filling: Filling },
  table: Table,
  say: (line: string) => void,
): Promise<void> {
  const [name, key] = [quoted(table.name), listed(table.key)]
  const keyTexts = table.key.map((column) => `${quoted(column)}::text`).join(', ')
  let last = await filling.progress(table)
  let copied = 0
  while (last !== 'done') {
    const after: string = last === null ? 'true' : `(${key}) > (${literals(last)})`
    const ends = await source.query<{ ends: string[] }>(
      `select array[${keyTexts}] as ends from ${name} where ${after} order by ${key} offset ${rowsAtOnce - 1} limit 1`,
    )
    const end: readonly string[] | undefined = ends.rows[0]?.ends
    const range = end === undefined ? after : `${after} and (${key}) <= (${literals(end)})`
    await inTransaction(target, async () => {
      const into = target.query(from(`copy ${name} (${listed(table.columns)}) from stdin`))
      await pipeline(
        source.query(to(`copy (select ${listed(table.columns)} from ${name} where ${range}) to stdout`)),
        into,
      )
      copied += into.rowCount
      await filling.note(table, end ?? 'done')
    })
    last = end ?? 'done'
    if (end !== undefined) say(`${table.name}: ${copied} rows`)
  }
}
