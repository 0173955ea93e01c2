import type pg from 'pg'
import { copySchema } from '../../db/unfinished-copy.ts'
import { quoted, type Table } from './tables.ts'

/**
 * A database that is being filled: rows come in any order, so references are checked at the end, and the rows that triggers would
 * write are copied too. The progress is stored in the database itself: an interrupted copy continues, and no server starts on
 * partial data.
 */
export type Filling = {
  /** The key of the last copied row of a table; null before the first; 'done' at the end. */
  progress(table: Table): Promise<readonly string[] | null | 'done'>
  /** In the same transaction as the rows. */
  note(table: Table, lastKey: readonly string[] | 'done'): Promise<void>
  /** Checks all references, and opens the database to servers. @throws Error where a reference leads nowhere. */
  finish(): Promise<void>
}

/** Runs the work in a transaction of the connection. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function prepare(client: pg.Client, tables: readonly Table[]): Promise<void> {
  await client.query(`create schema ${copySchema}`)
  await client.query(
    `create table ${copySchema}.progress (name text primary key, last_key text[], done boolean not null)`,
  )
  await client.query(`create table ${copySchema}.foreign_keys as
    select conrelid::regclass::text as table_name, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  const { rows } = await client.query<{ table_name: string; name: string }>(
    `select table_name, name from ${copySchema}.foreign_keys`,
  )
  for (const { table_name: table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  for (const name of await walledTables(client))
    await client.query(`alter table ${quoted(name)} no force row level security`)
}

/** Tables with row-level security. `copy … from` needs an owner who bypasses it. */
async function walledTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** Begins to fill an empty database that has all tables, or continues with one. Null where it contains other data. */
export async function startFilling(client: pg.Client, tables: readonly Table[]): Promise<Filling | null> {
  const begun = await client.query('select 1 where to_regnamespace($1) is not null', [copySchema])
  if (begun.rows.length === 0) {
    if ((await client.query('select 1 from users limit 1')).rows.length > 0) return null
    await inTransaction(client, () => prepare(client, tables))
  }
  return {
    async progress({ name }) {
      const { rows } = await client.query<{ last_key: string[] | null; done: boolean }>(
        `select last_key, done from ${copySchema}.progress where name = $1`,
        [name],
      )
      return rows[0]?.done ? 'done' : (rows[0]?.last_key ?? null)
    },
    async note({ name }, lastKey) {
      await client.query(
        `insert into ${copySchema}.progress values ($1, $2, $3)
        on conflict (name) do update set last_key = excluded.last_key, done = excluded.done`,
        [name, lastKey === 'done' ? null : lastKey, lastKey === 'done'],
      )
    },
    finish: () =>
      inTransaction(client, async () => {
        const { rows } = await client.query<{ table_name: string; name: string; definition: string }>(
          `select table_name, name, definition from ${copySchema}.foreign_keys`,
        )
        for (const { table_name: table, name, definition } of rows)
          await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
        for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
        for (const name of await walledTables(client))
          await client.query(`alter table ${quoted(name)} force row level security`)
        await client.query(`drop schema ${copySchema} cascade`)
      }),
  }
}
