import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { applyMigrations, lockMigrations } from './apply-migrations.ts'

let database: TestDatabase
let client: pg.Client
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  folder = await makeDataFolder('migrations')
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Later than the migrations of any release. */
const firstMillis = 9_000_000_000_000

/** Writes a folder of migrations as drizzle-kit does. */
async function writeMigrations(texts: readonly string[]): Promise<void> {
  await mkdir(join(folder, 'meta'), { recursive: true })
  for (const [at, text] of texts.entries()) await writeFile(join(folder, `${at}.sql`), text)
  const entries = texts.map((_, at) => ({ idx: at, when: firstMillis + at, tag: `${at}`, breakpoints: true }))
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }))
}

const indexOf = async (name: string) =>
  (
    await client.query<{ oid: number; indisvalid: boolean }>(
      `select indexrelid::int as oid, indisvalid from pg_index where indexrelid = to_regclass($1)`,
      [name],
    )
  ).rows[0]

const table = 'create table things (a int);\n--> statement-breakpoint\ninsert into things values (1), (1);'
const index = 'create index concurrently "things_a" on "things" ("a");'

describe('applyMigrations', () => {
  it('applies each file once, and rolls back the one that fails alone', async () => {
    await writeMigrations([table, 'insert into things values (2);--> statement-breakpoint\nselect 1 / 0;'])
    await expect(applyMigrations(client, folder)).rejects.toThrow('division by zero')
    expect((await client.query('select a from things')).rows).toEqual([{ a: 1 }, { a: 1 }])
    await writeMigrations([table, 'insert into things values (2);'])
    await applyMigrations(client, folder)
    await applyMigrations(client, folder)
    expect((await client.query('select a from things')).rows).toEqual([{ a: 1 }, { a: 1 }, { a: 2 }])
  })

  it('builds an index while another connection writes to its table', async () => {
    await writeMigrations([table])
    await applyMigrations(client, folder)
    await writeMigrations([table, index])
    const [writer, other] = [1, 2].map(() => new pg.Client({ connectionString: database.connectionString }))
    await Promise.all([writer?.connect(), other?.connect()])
    await writer?.query('begin')
    await writer?.query('insert into things values (3)')
    const applied = applyMigrations(client, folder)
    await expect
      .poll(() => other?.query(`select to_regclass('things_a') as index`).then(({ rows }) => rows[0].index))
      .not.toBeNull()
    // An index that locks its table would keep this one waiting, as long as it waits for the transaction above.
    await other?.query(`set statement_timeout = '5s'`)
    await other?.query('insert into things values (4)')
    await writer?.query('commit')
    await applied
    await Promise.all([writer?.end(), other?.end()])
    expect(await indexOf('things_a')).toMatchObject({ indisvalid: true })
  })

  it('builds an index again that a stopped process has left unfinished, and keeps a finished one', async () => {
    await writeMigrations([table])
    await applyMigrations(client, folder)
    // A failed one stays as an invalid index, as one does whose process was killed.
    await expect(client.query('create unique index concurrently things_a on things (a)')).rejects.toThrow(
      'unique index',
    )
    const left = await indexOf('things_a')
    await writeMigrations([table, index])
    await applyMigrations(client, folder)
    const built = await indexOf('things_a')
    expect([left?.indisvalid, built?.indisvalid, built?.oid === left?.oid]).toEqual([false, true, false])
    await client.query('delete from drizzle.__drizzle_migrations where created_at = $1', [firstMillis + 1])
    await applyMigrations(client, folder)
    expect(await indexOf('things_a')).toEqual(built)
  })

  it('refuses a file that holds something else beside concurrent indexes', async () => {
    await writeMigrations([table, `${index}--> statement-breakpoint\ninsert into things values (2);`])
    await expect(applyMigrations(client, folder)).rejects.toThrow('holds nothing else')
  })
})

describe('lockMigrations', () => {
  it('lets the process with the lock build an index while another one waits for it', async () => {
    await writeMigrations([table, index])
    await lockMigrations(client)
    const second = new pg.Client({ connectionString: database.connectionString })
    await second.connect()
    let isLocked = false
    const waiting = lockMigrations(second).then(() => {
      isLocked = true
    })
    await applyMigrations(client, folder)
    expect([await indexOf('things_a'), isLocked]).toMatchObject([{ indisvalid: true }, false])
    await client.query('select pg_advisory_unlock_all()')
    await waiting
    await second.end()
  })
})
