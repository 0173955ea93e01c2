import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { applyMigrations, lockMigrations } from './apply-migrations.ts'
import { isForbidden } from './database-error.ts'
import { hasBoardFunction, installBoardFunction } from './write-board-cards.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

type Snapshot = {
  readonly tables: Readonly<
    Record<string, { readonly name: string; readonly columns: Readonly<Record<string, object>> }>
  >
}

/** The tables of this release with their columns, as `table.column`: drizzle-kit writes them beside its newest migration. */
async function expectedColumns(): Promise<string[]> {
  const folder = join(migrationsFolder, 'meta')
  const newest =
    (await readdir(folder))
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .at(-1) ?? ''
  const { tables } = JSON.parse(await readFile(join(folder, newest), 'utf8')) as Snapshot
  return Object.values(tables).flatMap(({ name, columns }) => Object.keys(columns).map((column) => `${name}.${column}`))
}

/** @throws Error of one line where the database lacks a table, a column or the function of this release. */
async function checkColumns(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'espalier-migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    )
    const present = new Set(rows.map(({ name }) => name))
    const missing =
      (await expectedColumns()).find((name) => !present.has(name)) ??
      ((await hasBoardFunction(client)) ? undefined : 'the function write_board_cards of this release')
    if (missing !== undefined)
      throw new Error(
        `The database lacks ${missing}, and the role of DATABASE_URL may not migrate. ` +
          'Run npm run admin -- migrate with DATABASE_URL_ADMIN first.',
      )
  } finally {
    await client.end()
  }
}

/**
 * Migrates the database to the newest schema, or checks that it is there already where the role may not change tables. @throws
 * Error of one line where it is not there and can't be migrated.
 */
export async function migrateOrCheck(connectionString: string): Promise<void> {
  try {
    await migrate(connectionString)
  } catch (error) {
    if (!isForbidden(error)) throw error
    await checkColumns(connectionString)
  }
}

/** Migrates the database to the newest schema. Several processes may call it at once. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'espalier-migrate' })
  await client.connect()
  try {
    await lockMigrations(client)
    await applyMigrations(client, migrationsFolder)
    await installBoardFunction(client)
  } finally {
    await client.end()
  }
}
