import { migrate } from '../../db/migrate.ts'
import { Misuse } from '../admin-context.ts'
import { type Checksum, checksumOf } from '../database-copy/checksum.ts'
import { openCopyClient } from '../database-copy/copy-client.ts'
import { copyTable } from '../database-copy/copy-table.ts'
import { startFilling } from '../database-copy/filling.ts'
import { readSequences, writeSequences } from '../database-copy/sequences.ts'
import { listMigrations, listTables } from '../database-copy/tables.ts'

/** The copied rows of each table, compared with the source. */
export type TableMoved = { readonly name: string; readonly source: Checksum; readonly target: Checksum }

const isSame = ({ source, target }: TableMoved) => source.rows === target.rows && source.sum === target.sum

/**
 * Copies every row into an empty database, and compares each table's rows with the source. After an interruption, another call
 * continues. No server may run on the source meanwhile. @throws Misuse where the target contains other data; Error where a table
 * differs afterwards.
 */
export async function moveDatabase(
  urls: { readonly source: string; readonly target: string },
  say: (line: string) => void,
): Promise<readonly TableMoved[]> {
  await migrate(urls.target)
  const source = await openCopyClient(urls.source)
  const target = await openCopyClient(urls.target)
  try {
    const migrations = (await listMigrations(source)).join()
    if ((await listMigrations(target)).join() !== migrations)
      throw new Misuse('The target was made by another release: name an empty database.')
    const tables = await listTables(source)
    const filling = await startFilling(target, tables)
    if (!filling) throw new Misuse('The target holds accounts already: name an empty database.')
    const moved: TableMoved[] = []
    for (const table of tables) {
      await copyTable({ source, target, filling }, table, say)
      const [there, here] = await Promise.all([checksumOf(source, table), checksumOf(target, table)])
      const checked = { name: table.name, source: there, target: here }
      if (!isSame(checked))
        throw new Error(`The table ${table.name} differs in the target: empty the target and start again.`)
      say(`${table.name}: ${here.rows} rows, the same on both sides`)
      moved.push(checked)
    }
    await writeSequences(target, await readSequences(source))
    await filling.finish()
    await target.query('analyze')
    return moved
  } finally {
    await source.end()
    await target.end()
  }
}
