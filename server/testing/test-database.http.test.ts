import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
})

async function connect(): Promise<pg.Client> {
  const database = await createTestDatabase()
  databases.push(database)
  const client = new pg.Client({ connectionString: database.connectionString })
  // Closed when the database is dropped.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

describe('a test database', () => {
  it('is migrated, and isolated from other tests', async () => {
    const [one, two] = await Promise.all([connect(), connect()])
    await one.query('create table only_here (id int)')
    const exists = (client: pg.Client, table: string) =>
      client.query('select to_regclass($1) is not null as found', [table]).then(({ rows }) => rows[0])
    expect(await exists(one, 'only_here')).toEqual({ found: true })
    expect(await exists(two, 'only_here')).toEqual({ found: false })
    expect(await exists(two, 'projects')).toEqual({ found: true })
  })
})
