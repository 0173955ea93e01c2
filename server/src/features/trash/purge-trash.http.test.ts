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
const count = async (table: 'projects' | 'generations' | 'unused_files' | 'purses' | 'purse_steps') =>
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

  it('removes what hangs on few rows without a bound in transactions of 500 rows as well', async () => {
    const { system } = pool
    const one = sql`with one as (select id as project_id, user_id from projects)`
    const many = sql`generate_series(1, 700) n`
    await system.execute(
      sql`update generations set canvas_x = canvas_x + n from generate_series(1, 1) n where seed = 1`,
    )
    await system.execute(sql`insert into card_history (user_id, project_id, generation_id, at, kind, x, y)
      select user_id, project_id, id, now(), 'moved', n, n from generations, ${many} where seed = 1`)
    await system.execute(sql`${one}, purse as (
        insert into purses (user_id, project_id, name, x, y, width, height, most)
        select user_id, project_id, 'ring', 0, 0, 9, 9, 0 from one returning id, user_id, project_id)
      insert into purse_steps (purse_id, user_id, project_id, kind, generation_id, effects)
      select id, user_id, project_id, 'generate', gen_random_uuid(), '[]' from purse, ${many}`)
    await system.execute(sql`${one}, share as (
        insert into shares (user_id, project_id, token_hash, shows_prompts)
        select user_id, project_id, 'link', true from one returning id, user_id, project_id),
      visitor as (
        insert into share_visitors (user_id, share_id, name, token_hash)
        select user_id, id, 'Ada', n::text from share, ${many} returning id, user_id, share_id, token_hash),
      comment as (
        insert into share_comments (user_id, project_id, share_id, visitor_id, image_id, text)
        select image.user_id, share.project_id, share.id, visitor.id, image.id, 'closer'
        from share, visitor, generated_images image where image.seed = 2 and visitor.token_hash = '1' returning id, user_id)
      insert into comment_replies (user_id, comment_id, text) select user_id, id, 'yes' from comment, ${many}`)
    await system.execute(sql`${one}, requested as (
        insert into series (id, user_id, project_id, kind, hides_names)
        select gen_random_uuid(), user_id, project_id, 'grid', false from one returning id, user_id)
      insert into series_steps (series_id, place, user_id, status, request, model, price)
      select id, n, user_id, 'done', '{}', 'sketch', 0 from requested, ${many}`)
    await system.execute(sql`${one}, webhook as (
        insert into webhooks (id, user_id, project_id, url, secret, events, seen_seq)
        select gen_random_uuid(), user_id, project_id, 'https://example.com', 'x', '{}', 0 from one returning id, user_id)
      insert into webhook_deliveries (id, user_id, webhook_id, event, source, body)
      select gen_random_uuid(), user_id, id, 'generation.completed', n::text, '' from webhook, ${many}`)
    await system.execute(sql`update projects set deleted_at = now() - interval '31 days'`)
    const removals = await watchRemovals(system)
    await purge()
    const largest = await removals.largest()
    const hanging = [
      'card_history',
      'purse_steps',
      'share_visitors',
      'comment_replies',
      'series_steps',
      'webhook_deliveries',
    ]
    expect(Object.entries(largest).filter(([, rows]) => rows > 500)).toEqual([])
    expect(Object.keys(largest)).toEqual(expect.arrayContaining(hanging))
    expect(await count('projects')).toBe(0)
  })

  it('removes a removed purse in transactions of 500 steps, and goes on where it was stopped', async () => {
    const { system } = pool
    await system.execute(sql`with purse as (
        insert into purses (user_id, project_id, name, x, y, width, height, most, removed_at)
        select user_id, id, 'ring', 0, 0, 9, 9, 0, now() - interval '31 days' from projects returning id, user_id, project_id)
      insert into purse_steps (purse_id, user_id, project_id, kind, generation_id, effects, why)
      select id, user_id, project_id, 'generate', gen_random_uuid(), '[]', n::text from purse, generate_series(1, 1300) n`)
    await system.execute(
      sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`,
    )
    await system.execute(sql`create trigger refuse_it before delete on purse_steps for each row
      when (old.why = '1100') execute function refuse_it()`)
    const removals = await watchRemovals(system)
    await purge()
    const remaining = await count('purse_steps')
    expect([remaining > 0, remaining < 1_300, await count('purses')]).toEqual([true, true, 1])
    await system.execute(sql`drop trigger refuse_it on purse_steps`)
    await purge()
    expect([await count('purse_steps'), await count('purses')]).toEqual([0, 0])
    expect((await removals.largest()).purse_steps).toBe(500)
  })

  it('goes on where it was stopped', async () => {
    await pool.system.execute(sql`update projects set deleted_at = now() - interval '31 days'`)
    await pool.system.execute(
      sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`,
    )
    await pool.system.execute(sql`create trigger refuse_it before delete on generations for each row
      when (old.seed = 1100) execute function refuse_it()`)
    await purge()
    const remaining = await count('generations')
    expect([remaining > 0, remaining < 1_200, await count('projects')]).toEqual([true, true, 1])
    await pool.system.execute(sql`drop trigger refuse_it on generations`)
    await purge(AbortSignal.abort())
    expect(await count('generations')).toBe(remaining)
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
