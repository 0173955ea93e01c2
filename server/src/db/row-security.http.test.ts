import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseUrl } from '#server-testing/database-url.ts'
import { addRowsOfEach, insertOf, type OwnedTable, ownedTables } from '#server-testing/rows-of-each-table.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { type DatabasePool, openDatabase } from './database.ts'
import { withoutUser, withUser } from './user-scope.ts'

/** Tables whose rows are visible to all users, with the reason. */
const seenByAll: Readonly<Record<string, string>> = {
  prompt_search: 'the index of its keys answers only where no row is kept back; it is joined to generations, which are',
}

const ada = randomUUID()
const grace = randomUUID()
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

describe('row-level security', () => {
  const planOf = async (text: string): Promise<string> => {
    await own.query('set enable_seqscan = off; set enable_bitmapscan = off')
    const { rows } = await own.query<{ 'QUERY PLAN': string }>(`explain ${text}`)
    await own.query('reset enable_seqscan; reset enable_bitmapscan')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  it('lets the cards of a project be counted from their index alone', async () => {
    const plan = await planOf(`select count(*) from generations where project_id = '${ada}' and deleted_at is null`)
    expect(plan).toContain('Index Only Scan using generations_project')
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

  const ownersIn = async (name: string, owner: string): Promise<string[]> => {
    const { rows } = await pool.db.execute<{ owner: string }>(
      sql`select ${table(owner)} as owner from ${table(name)} where ${table(owner)} in (${ada}, ${grace})`,
    )
    return rows.map((row) => row.owner).sort()
  }
  const titlesSeen = () => ownersIn('projects', 'user_id')
  const both = [ada, grace].sort()

  it('shows a user their rows alone, and the system all of them', async () => {
    for (const { name, owner } of tables) {
      expect({ name, seen: await withUser(ada, () => ownersIn(name, owner)) }).toEqual({
        name,
        seen: name in seenByAll ? both : [ada],
      })
      expect({ name, seen: await ownersIn(name, owner) }).toEqual({ name, seen: both })
    }
  })

  it('neither changes nor removes rows of another user', async () => {
    for (const { name, owner } of tables) {
      const changed = await withUser(ada, async () => [
        await pool.db.execute(
          sql`update ${table(name)} set ${table(owner)} = ${table(owner)} where ${table(owner)} = ${grace}`,
        ),
        await pool.db.execute(sql`delete from ${table(name)} where ${table(owner)} = ${grace}`),
      ])
      expect({ name, rows: changed.map(({ rowCount }) => rowCount) }).toEqual({ name, rows: [0, 0] })
    }
  })

  it('refuses a row with another user’s id', async () => {
    for (const each of tables) {
      const text = (await insertOf(own, each)).replace('$1', `'${grace}'`)
      const added = withUser(ada, () => pool.db.execute(sql.raw(text)))
      const refused = await added.then(
        () => 'added',
        (error: Error) => error.cause,
      )
      expect(String(refused), each.name).toContain('row-level security')
    }
  })

  it('refuses to change the owner of a row', async () => {
    const given = withUser(ada, () =>
      pool.db.execute(sql`update projects set user_id = ${grace} where user_id = ${ada}`),
    )
    await expect(given).rejects.toMatchObject({ cause: { message: expect.stringContaining('row-level security') } })
  })

  it('does not carry a user over to the next statement: neither after success nor after a failure', async () => {
    await withUser(ada, titlesSeen)
    expect(await titlesSeen()).toEqual(both)
    await expect(withUser(ada, () => pool.db.execute(sql`select 1 / 0`))).rejects.toThrow()
    expect(await titlesSeen()).toEqual(both)
    expect(await withUser(grace, titlesSeen)).toEqual([grace])
  })

  it('keeps the user through a transaction, also past a savepoint that was rolled back, and not beyond', async () => {
    const seen = await withUser(ada, () =>
      pool.db.transaction(
        async (tx) => {
          const owners = async () =>
            (await tx.execute<{ user_id: string }>(sql`select user_id from projects`)).rows.map((row) => row.user_id)
          const first = await owners()
          await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => undefined)
          return [first, await owners()]
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    )
    expect(seen).toEqual([[ada], [ada]])
    expect(await titlesSeen()).toEqual(both)
    const broken = withUser(ada, () =>
      pool.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        throw new Error('Changed my mind.')
      }),
    )
    await expect(broken).rejects.toThrow('Changed my mind.')
    expect(await titlesSeen()).toEqual(both)
    expect(await withUser(ada, () => withoutUser(titlesSeen))).toEqual(both)
  })

  it('does not mix concurrent users', async () => {
    const askers = Array.from({ length: 60 }, (_, place) => [ada, grace, null][place % 3] as string | null)
    const ask = (turn: number) =>
      turn % 2 === 0
        ? titlesSeen()
        : pool.db.transaction(async (tx) => {
            const { rows } = await tx.execute<{ user_id: string }>(sql`select user_id from projects order by user_id`)
            return rows.map((row) => row.user_id)
          })
    const seen = await Promise.all(
      askers.map((asker, turn) => (asker === null ? ask(turn) : withUser(asker, () => ask(turn)))),
    )
    expect(seen).toEqual(askers.map((asker) => (asker === null ? both : [asker])))
  })

  it('returns the results unchanged: rows with values, counts of changes, nothing', async () => {
    const answers = await withUser(ada, async () => [
      (await pool.db.execute(sql`select ${'a fox'}::text as prompt, ${3}::int as images where ${true}`)).rows,
      (await pool.db.execute(sql`update projects set title = ${'mine'} returning title`)).rows,
      (await pool.db.execute(sql`update projects set title = 'mine'`)).rowCount,
      (await pool.db.execute(sql`select 1 as one where false`)).rows,
    ])
    expect(answers).toEqual([[{ prompt: 'a fox', images: 3 }], [{ title: 'mine' }], 1, []])
  })
})

describe('a read that is planned once', () => {
  it("returns each user's own rows, by the same plan", async () => {
    const { db, close } = open('once')
    const owners = async () =>
      (
        await db.runPlanned?.<{ user_id: string }>({
          name: 'owners',
          text: 'select user_id from projects order by user_id',
          values: [],
        })
      )?.map((row) => row.user_id)
    for (let time = 0; time < 8; time++) {
      expect(await withUser(ada, owners)).toEqual([ada])
      expect(await owners()).toEqual([ada, grace].sort())
      expect(await withUser(grace, owners)).toEqual([grace])
    }
    await close()
  })

  it('is not planned with its values, also where those seem to make it cheaper', async () => {
    const { db, close } = open('once')
    const since = (moment: string) =>
      db.runPlanned?.({ name: 'since', text: 'select id from generations where created_at > $1', values: [moment] })
    for (let time = 0; time < 8; time++) await withUser(ada, async () => since('9999-01-01'))
    const { rows } = await db.execute(
      sql`select custom_plans::int, generic_plans::int from pg_prepared_statements where name = 'since'`,
    )
    expect(rows).toEqual([{ custom_plans: 0, generic_plans: 8 }])
    await close()
  })

  it('that is refused before it is sent leaves no user behind', async () => {
    const { db, close } = open('once')
    const count = (text: string) => db.runPlanned?.<{ count: string }>({ name: 'count', text, values: [] })
    await withUser(ada, () => count('select count(*) from projects'))
    await expect(withUser(ada, () => count('select count(*) from styles'))).rejects.toThrow('must be unique')
    expect(await count('select count(*) from projects')).toEqual([{ count: '2' }])
    await close()
  })
})
