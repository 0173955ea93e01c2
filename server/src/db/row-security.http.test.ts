import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { UserId } from '#domain/account/user-id.ts'
import { asUserId } from '#domain/account/user-id.ts'
import { databaseUrl } from '#server-testing/database-url.ts'
import { addRowsOfEach, insertOf, type OwnedTable, ownedTables } from '#server-testing/rows-of-each-table.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { type Database, type DatabasePool, openDatabase, type UserDatabase } from './database.ts'
import { openConnections, ScopedPool } from './scoped-pool.ts'

/** Tables whose rows are visible to all users, with the reason. */
const seenByAll: Readonly<Record<string, string>> = {
  prompt_search: 'the index of its keys answers only where no row is kept back; it is joined to generations, which are',
}

const ada = asUserId(randomUUID())
const grace = asUserId(randomUUID())
const table = (name: string) => sql.identifier(name)

let testDatabase: TestDatabase
let own: pg.Client
let tables: OwnedTable[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const databaseName = new URL(testDatabase.connectionString).pathname.slice(1)
  tables = await addRowsOfEach(databaseUrl(inject('testDatabases').adminUrl, databaseName), [ada, grace])
  own = new pg.Client({ connectionString: testDatabase.connectionString })
  await own.connect()
})
afterAll(async () => {
  await own.end()
  await testDatabase.drop()
})

/** The app's database; one connection, so that each statement comes after another's. */
function open(plans: 'once' | 'each-time'): DatabasePool {
  return openDatabase(testDatabase.connectionString, { connections: 1, plans, onError: () => undefined })
}

describe('a table with a user’s id', () => {
  it('has row-level security that applies to its owner as well, with a policy for every command', async () => {
    const { rows } = await own.query<{ name: string; commands: string[] }>(`
      select class.relname as name, array(select distinct unnest(case when polcmd = '*' then array['r', 'a', 'w', 'd']
        else array[polcmd::text] end) from pg_policy where polrelid = class.oid order by 1) as commands
      from pg_class class where relnamespace = 'public'::regnamespace and relrowsecurity and relforcerowsecurity
      order by class.relname`)
    const everyCommand = ['a', 'd', 'r', 'w']
    expect(rows).toEqual((await ownedTables(own)).map(({ name }) => ({ name, commands: everyCommand })))
  })
})

describe('a table with a project’s id', () => {
  /** Without the second rule, with the reason. */
  const others: Readonly<Record<string, string>> = {
    api_tokens: 'read by its owner and by the look-up of tokens alone',
    events: 'numbers are drawn over all events of a user; streams are filtered by event-routes.ts',
  }

  it('hides other projects from a token of one project, as its projects do', async () => {
    const { rows } = await own.query<{ name: string; bound: boolean }>(`
      select table_name as name, exists (select 1 from pg_policy join pg_class on pg_class.oid = polrelid
        where relname = table_name and polname = 'one_project' and not polpermissive) as bound
      from information_schema.columns
      where table_schema = 'public' and (column_name = 'project_id' or table_name = 'projects' and column_name = 'id')
      order by table_name`)
    expect(rows.filter(({ name }) => name in others).map(({ bound }) => bound)).toEqual([false, false])
    expect(rows.filter(({ name, bound }) => !bound && !(name in others))).toEqual([])
    expect(rows.length).toBeGreaterThan(12)
  })
})

describe('row-level security', () => {
  const planOf = async (text: string): Promise<string> => {
    await own.query('set enable_seqscan = off; set enable_bitmapscan = off')
    const { rows } = await own.query<{ 'QUERY PLAN': string }>(`explain ${text}`)
    await own.query('reset enable_seqscan; reset enable_bitmapscan')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  it('lets the cards of a project be counted from their index alone', async () => {
    const plan = await planOf(`select count(*) from generations where project_id = '${ada}' and deleted_at is null`)
    expect(plan).toMatch(/Index Only Scan using generations_(project|place)/)
  })

  it('lets prompts be searched by the index of their keys', async () => {
    await own.query('set enable_seqscan = off')
    const { rows } = await own.query(`explain select from prompt_search where keys @> array[1]`)
    await own.query('reset enable_seqscan')
    expect(JSON.stringify(rows)).toContain('Bitmap Index Scan on prompt_search_keys')
  })

  it('lets PostgreSQL estimate as many rows as without it', async () => {
    await own.query('analyze projects')
    expect(await planOf('select from projects')).toMatch(/rows=2 /)
  })
})

describe.each(['once', 'each-time'] as const)('the app’s database, with statements planned %s', (plans) => {
  let pool: DatabasePool
  beforeAll(() => {
    pool = open(plans)
  })
  afterAll(() => pool.close())

  const as = (userId: UserId): UserDatabase => pool.forUser(userId)
  const ownersIn = async (db: Database, { name, owner }: { name: string; owner: string }): Promise<string[]> => {
    const { rows } = await db.execute<{ owner: string }>(
      sql`select ${table(owner)} as owner from ${table(name)} where ${table(owner)} in (${ada}, ${grace})`,
    )
    return rows.map((row) => row.owner).sort()
  }
  const ownersSeen = (db: Database) => ownersIn(db, { name: 'projects', owner: 'user_id' })
  const both = [ada, grace].sort()

  it('shows a user their rows alone, a visitor none, and the system all of them', async () => {
    for (const each of tables) {
      const { name } = each
      const isSeenByAll = name in seenByAll
      expect({
        name,
        user: await ownersIn(as(ada), each),
        visitor: await ownersIn(pool.forVisitor, each),
        system: await ownersIn(pool.system, each),
      }).toEqual({ name, user: isSeenByAll ? both : [ada], visitor: isSeenByAll ? both : [], system: both })
    }
  })

  it('neither changes nor removes rows of another user', async () => {
    for (const { name, owner } of tables) {
      for (const db of [as(ada), pool.forVisitor]) {
        const changed = [
          await db.execute(
            sql`update ${table(name)} set ${table(owner)} = ${table(owner)} where ${table(owner)} = ${grace}`,
          ),
          await db.execute(sql`delete from ${table(name)} where ${table(owner)} = ${grace}`),
        ]
        expect({ name, rows: changed.map(({ rowCount }) => rowCount) }).toEqual({ name, rows: [0, 0] })
      }
    }
  })

  it('refuses a row with another user’s id', async () => {
    for (const each of tables) {
      const text = (await insertOf(own, each)).replace('$1', `'${grace}'`)
      for (const db of [as(ada), pool.forVisitor]) {
        const refused = await db.execute(sql.raw(text)).then(
          () => 'added',
          (error: Error) => error.cause,
        )
        expect(String(refused), each.name).toContain('row-level security')
      }
    }
  })

  it('refuses to change the owner of a row', async () => {
    const given = as(ada).execute(sql`update projects set user_id = ${grace} where user_id = ${ada}`)
    await expect(given).rejects.toMatchObject({ cause: { message: expect.stringContaining('row-level security') } })
  })

  it('does not carry a user over to the next statement: neither after success nor after a failure', async () => {
    await ownersSeen(as(ada))
    expect(await ownersSeen(pool.system)).toEqual(both)
    await expect(as(ada).execute(sql`select 1 / 0`)).rejects.toThrow()
    expect(await ownersSeen(pool.system)).toEqual(both)
    expect(await ownersSeen(as(grace))).toEqual([grace])
  })

  it('keeps the user through a transaction, also past a savepoint that was rolled back, and not beyond', async () => {
    const seen = await as(ada).transaction(
      async (tx) => {
        const owners = async () =>
          (await tx.execute<{ user_id: string }>(sql`select user_id from projects`)).rows.map((row) => row.user_id)
        const first = await owners()
        await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => undefined)
        return [first, await owners()]
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    expect(seen).toEqual([[ada], [ada]])
    expect(await ownersSeen(pool.system)).toEqual(both)
    const broken = as(ada).transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      throw new Error('Changed my mind.')
    })
    await expect(broken).rejects.toThrow('Changed my mind.')
    expect(await ownersSeen(pool.system)).toEqual(both)
  })

  it('does not mix concurrent scopes', async () => {
    const handles = Array.from({ length: 60 }, (_, place) => {
      const scope = [ada, grace, null][place % 3]
      return { db: scope ? as(scope) : pool.system, seen: scope ? [scope] : both }
    })
    const ask = (db: Database, turn: number) =>
      turn % 2 === 0
        ? ownersSeen(db)
        : db.transaction(async (tx) => {
            const { rows } = await tx.execute<{ user_id: string }>(sql`select user_id from projects order by user_id`)
            return rows.map((row) => row.user_id)
          })
    expect(await Promise.all(handles.map(({ db }, turn) => ask(db, turn)))).toEqual(handles.map(({ seen }) => seen))
  })

  it('returns the results unchanged: rows with values, counts of changes, nothing', async () => {
    const db = as(ada)
    expect([
      (await db.execute(sql`select ${'a fox'}::text as prompt, ${3}::int as images where ${true}`)).rows,
      (await db.execute(sql`update projects set title = ${'mine'} returning title`)).rows,
      (await db.execute(sql`update projects set title = 'mine'`)).rowCount,
      (await db.execute(sql`select 1 as one where false`)).rows,
    ]).toEqual([[{ prompt: 'a fox', images: 3 }], [{ title: 'mine' }], 1, []])
  })
})

describe('a connection', () => {
  it('is given back where a transaction could not begin', async () => {
    const { system, close } = open('once')
    const isolationLevel = 'no such level' as 'serializable'
    await expect(system.transaction(async () => undefined, { isolationLevel })).rejects.toThrow()
    expect((await system.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    await close()
  })

  it('shows no rows to a statement without a scope, also after one with a scope', async () => {
    const { pool } = openConnections({ connectionString: testDatabase.connectionString, max: 1 }, 'prepared')
    const seen = async () => {
      const counted = tables.map(({ name }) => `select '${name}' as name, count(*)::int from ${name}`)
      const { rows } = await pool.query<{ name: string; count: number }>(counted.join(' union all '))
      return rows.filter(({ name, count }) => count > 0 && !(name in seenByAll))
    }
    expect(await seen()).toEqual([])
    const system = new ScopedPool({ pool, plan: 'prepared' }, { scope: 'system' })
    expect((await system.query({ text: 'select user_id from projects' })).rowCount).toBe(2)
    expect(await seen()).toEqual([])
    await pool.end()
  })
})

describe('a read that is planned once', () => {
  it("returns each user's own rows, by the same plan", async () => {
    const { system, forUser, close } = open('once')
    const owners = async (db: Database) =>
      (
        await db.runPlanned?.<{ user_id: string }>({
          name: 'owners',
          text: 'select user_id from projects order by user_id',
          values: [],
        })
      )?.rows.map((row) => row.user_id)
    for (let time = 0; time < 8; time++) {
      expect(await owners(forUser(ada))).toEqual([ada])
      expect(await owners(system)).toEqual([ada, grace].sort())
      expect(await owners(forUser(grace))).toEqual([grace])
    }
    await close()
  })

  it('is not planned with its values, also where those seem to make it cheaper', async () => {
    const { system, forUser, close } = open('once')
    const since = (moment: string) =>
      forUser(ada).runPlanned?.({
        name: 'since',
        text: 'select id from generations where created_at > $1',
        values: [moment],
      })
    for (let time = 0; time < 8; time++) await since('9999-01-01')
    const { rows } = await system.execute(
      sql`select custom_plans::int, generic_plans::int from pg_prepared_statements where name = 'since'`,
    )
    expect(rows).toEqual([{ custom_plans: 0, generic_plans: 8 }])
    await close()
  })

  it('that is refused before it is sent leaves no user behind', async () => {
    const { system, forUser, close } = open('once')
    const count = (db: Database, text: string) =>
      db.runPlanned?.<{ count: string }>({ name: 'count', text, values: [] })
    await count(forUser(ada), 'select count(*) from projects')
    await expect(count(forUser(ada), 'select count(*) from styles')).rejects.toThrow('must be unique')
    expect(await count(system, 'select count(*) from projects')).toMatchObject({ rows: [{ count: '2' }] })
    await close()
  })
})
