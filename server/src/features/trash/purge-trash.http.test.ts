import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkItems } from '#server/background/work-items.ts'
import { type DatabasePool, openDatabase } from '#server/db/database.ts'
import { keysOfImage } from '#server/pictures/picture-keys.ts'
import { insertAccount, insertLargeProject, watchRemovals } from '#server-testing/large-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { purgeTrash, tablesOfProject } from './purge-trash.ts'

let database: TestDatabase
let pool: DatabasePool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = openDatabase(database.connectionString, { connections: 4, onError: () => undefined })
  await insertLargeProject(pool.system, await insertAccount(pool.system), { cards: 1_200, notes: 700 })
})
afterEach(async () => {
  await pool.close()
  await database.drop()
})

const purge = (signal = new AbortController().signal) => purgeTrash(pool.system, { items: createWorkItems(), signal })
const count = async (table: 'projects' | 'generations' | 'unused_files') =>
  (await pool.system.execute(sql`select 1 from ${sql.identifier(table)}`)).rows.length

describe('purgeTrash', () => {
  it('removes a project with at most 500 rows of a table in a transaction', async () => {
    await pool.system.execute(sql`update projects set deleted_at = now() - interval '31 days'`)
    const removals = await watchRemovals(pool.system)
    await purge()
    const largest = await removals.largest()
    expect(Object.entries(largest).filter(([, rows]) => rows > 500)).toEqual([])
    expect(largest).toMatchObject({ generations: 500, generated_images: 500, projects: 1 })
    expect([await count('projects'), await count('unused_files')]).toEqual([0, 1_200 * keysOfImage('', 1).length])
  })

  it('goes on where it was stopped', async () => {
    await pool.system.execute(sql`update projects set deleted_at = now() - interval '31 days'`)
    await pool.system.execute(
      sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`,
    )
    await pool.system.execute(sql`create trigger refuse_it before delete on generations for each row
      when (old.seed = 1100) execute function refuse_it()`)
    await purge()
    const left = await count('generations')
    expect([left > 0, left < 1_200, await count('projects')]).toEqual([true, true, 1])
    await pool.system.execute(sql`drop trigger refuse_it on generations`)
    await purge(AbortSignal.abort())
    expect(await count('generations')).toBe(left)
    await purge()
    expect([await count('generations'), await count('projects')]).toEqual([0, 0])
  })

  it('knows every table that is removed with a project', async () => {
    const { rows } = await pool.system.execute<{ name: string }>(sql`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'projects'::regclass and confdeltype = 'c'`)
    const oneRowEach = ['project_canvas_state']
    const known = [...tablesOfProject, 'generations', ...oneRowEach]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })
})
