import { setTimeout as wait } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'

/** PostgreSQL refuses these inside of a transaction. */
const concurrentIndex = /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)"?/i
const pollMs = 200

/** The statements of a migration, without the comments before them. */
export const statementsOf = (texts: readonly string[]): string[] =>
  texts
    .map((text) => {
      const lines = text.trim().split('\n')
      const first = lines.findIndex((line) => !line.trim().startsWith('--'))
      return first === -1 ? '' : lines.slice(first).join('\n').trim()
    })
    .filter((text) => text !== '')

/**
 * Waits until no other process migrates; the lock ends with the connection. Asks again and again: a statement that waits for the lock
 * holds a snapshot, and `create index concurrently` of the process that has the lock waits for every older snapshot.
 */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  const ask = 'select pg_try_advisory_lock($1) as got'
  while (!(await client.query<{ got: boolean }>(ask, [advisoryLocks.migration])).rows[0]?.got) await wait(pollMs)
}

/** Builds an index beside writers. One that a stopped process has left unfinished is built again, a finished one stays. */
async function buildIndex(client: pg.ClientBase, statement: string, name: string): Promise<void> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(quote_ident($1))',
    [name],
  )
  if (rows[0]?.isValid) return
  if (rows[0]) await client.query(`drop index concurrently "${name}"`)
  await client.query(statement)
}

const note = (client: pg.ClientBase, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])

async function applyOne(client: pg.ClientBase, migration: MigrationMeta): Promise<void> {
  const statements = statementsOf(migration.sql)
  const indexes = statements.flatMap((statement) => {
    const name = concurrentIndex.exec(statement)?.[1]
    return name ? [{ statement, name }] : []
  })
  if (indexes.length > 0) {
    if (indexes.length < statements.length)
      throw new Error('A migration with "create index concurrently" holds nothing else: it runs in no transaction.')
    for (const { statement, name } of indexes) await buildIndex(client, statement, name)
    await note(client, migration)
    return
  }
  await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    await note(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Applies the migrations of a folder that the database does not have yet: each file in a transaction, one of concurrent indexes
 * without. The next call goes on after an interruption. Keeps the table of `drizzle-orm`, whose own function has one transaction for
 * all files. @throws PostgreSQL's error; the file that caused it has changed nothing but finished indexes.
 */
export async function applyMigrations(client: pg.ClientBase, migrationsFolder: string): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]?.last ?? 0)
  for (const migration of readMigrationFiles({ migrationsFolder }))
    if (migration.folderMillis > last) await applyOne(client, migration)
}
