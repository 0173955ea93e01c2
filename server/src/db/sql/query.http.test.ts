import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { type DatabasePool, openDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import { query } from './query.ts'

let testDatabase: TestDatabase
let pool: DatabasePool
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  pool = openDatabase(testDatabase.connectionString, { connections: 1, onError: () => undefined })
})
afterAll(async () => {
  await pool.close()
  await testDatabase.drop()
})

describe('a raw statement', () => {
  it('returns its rows where its columns are those of the row’s type, empty or not', async () => {
    type Row = {
      name: string
      place: number
      big: string
      isThere: boolean
      words: string[]
      facts: { a: number } | null
    }
    const read = sql`select 'a fox'::text as name, 3::int as place, 4::int8 as big, true as "isThere",
      array['a', 'b']::text[] as words, '{"a":1}'::jsonb as facts`
    const columns = {
      name: 'string',
      place: 'number',
      big: 'string',
      isThere: 'boolean',
      words: 'array',
      facts: 'json',
    } as const
    expect((await query<Row>(pool.system, columns, read)).rows).toEqual([
      { name: 'a fox', place: 3, big: '4', isThere: true, words: ['a', 'b'], facts: { a: 1 } },
    ])
    expect((await query<Row>(pool.system, columns, sql`${read} where false`)).rows).toEqual([])
  })

  it.each([
    ['another type', sql`select 3::int8 as place`, 'place is string, not number'],
    ['another name', sql`select 3::int as spot`, 'place is missing, not number; spot is number, not expected'],
    ['one column more', sql`select 3::int as place, 'x' as more`, 'more is string, not expected'],
    ['no rows of another type', sql`select '3' as place where false`, 'place is string, not number'],
  ])('is refused with %s', async (_, read, message) => {
    await expect(query<{ place: number }>(pool.system, { place: 'number' }, read)).rejects.toThrow(message)
  })

  it('is compared also where it is planned once', async () => {
    const places = statement<{ place: number }, { from: number }>(
      { place: 'number' },
      ['from'],
      ({ from }) => sql`select ${from}::text as place`,
    )
    await expect(places(pool.system, { from: 1 })).rejects.toThrow('place is string, not number')
  })
})
