import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseUrl } from '#server-testing/database-url.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { Misuse } from '../admin/admin-context.ts'
import { runCommand } from '../admin/commands.ts'
import { readEnv } from '../env.ts'
import { bypassesRowSecurity } from './bypasses-row-security.ts'
import type { Database } from './database.ts'
import { grantRights } from './grant-rights.ts'
import { migrateOrCheck } from './migrate.ts'

const role = `espalier_${randomUUID().replaceAll('-', '')}`

let server: TestServer
let owner: string
let restricted: string
const databaseName = () => new URL(owner).pathname.slice(1)
beforeAll(async () => {
  server = await openTestServer()
  owner = server.testDatabase.connectionString
  const admin = new pg.Client({ connectionString: inject('testDatabases').adminUrl })
  await admin.connect()
  await admin.query(`create role ${role} login password 'secret'`)
  await admin.end()
  restricted = databaseUrl(owner, databaseName(), { user: role, password: 'secret' })
  await grantRights(owner, restricted)
})
afterAll(async () => {
  const admin = new pg.Client({ connectionString: databaseUrl(inject('testDatabases').adminUrl, databaseName()) })
  await admin.connect()
  await admin.query(`drop owned by ${role}`)
  await admin.query(`drop role ${role}`)
  await admin.end()
  await server.close()
})

async function run(statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: restricted })
  await client.connect()
  try {
    await client.query(statement)
    return 'done'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end()
  }
}

describe('the role of the server', () => {
  it('can do everything that the server does: sign up, generate an image, show it, delete everything', async () => {
    const other = server.another({}, restricted)
    await signUp(server)
    const ada = await signUp(other)
    const generation = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    expect(generation.status).toBe('completed')
    expect((await ada.send('DELETE', `/api/projects/${generation.projectId}`)).status).toBe(200)
    expect((await ada.send('DELETE', '/api/account', { password: 'correct horse' })).status).toBe(200)
  })

  it.each([
    'create table stolen (id int)',
    'drop table users',
    'alter table users add column stolen text',
    'truncate users',
    'create extension dblink',
    'select * from drizzle.__drizzle_migrations',
    "copy users to program 'cat'",
    "update audit_log set kind = 'signed-in'",
  ])('can not: %s', async (statement) => {
    expect(await run(statement)).toMatch(/permission denied|must be owner|must have/)
  })

  it('starts on a database that another role has migrated, and reports pending migrations', async () => {
    await expect(migrateOrCheck(restricted)).resolves.toBeUndefined()
    const client = new pg.Client({ connectionString: owner })
    await client.connect()
    try {
      await client.query('alter table users rename column first_name to given_name')
      await expect(migrateOrCheck(restricted)).rejects.toThrow(
        'The database lacks users.first_name, and the role of DATABASE_URL may not migrate. Run npm run admin -- migrate',
      )
    } finally {
      await client.query('alter table users rename column given_name to first_name')
    }
    try {
      await client.query(`comment on function write_board_cards(uuid[]) is 'of an earlier release'`)
      await expect(migrateOrCheck(restricted)).rejects.toThrow('The database lacks the function write_board_cards')
    } finally {
      await migrateOrCheck(owner)
      await client.end()
    }
  })

  it('gets its rights from the command that migrates, which needs both roles', async () => {
    const run = (variables: Record<string, string>) =>
      runCommand(
        { db: server.database.system, env: readEnv(variables), connectionString: owner, say: () => undefined },
        ['migrate'],
      )
    const { outcome } = await run({ DATABASE_URL: restricted, DATABASE_URL_ADMIN: owner })
    expect(outcome).toBe('done')
    await expect((async () => run({ DATABASE_URL: restricted }))()).rejects.toThrow(Misuse)
  })

  it('gets its rights from several processes that start at once', async () => {
    await expect(Promise.all(Array.from({ length: 8 }, () => grantRights(owner, restricted)))).resolves.toHaveLength(8)
  })

  it('gets its rights while another process holds the lock of claims', async () => {
    const worker = new pg.Client({ connectionString: owner })
    await worker.connect()
    await worker.query('select pg_advisory_lock($1)', [7_253_002])
    await expect(grantRights(owner, restricted)).resolves.toBeUndefined()
    await worker.end()
  })

  it("reads and changes a user's rows in that user's scope", async () => {
    const other = server.another({}, restricted)
    const [ada, grace] = [await signUp(other), await signUp(other)]
    const seen = (db: Database) => db.execute<{ id: string }>(sql`select id from users order by id`)
    const { system, forUser } = other.database
    expect((await seen(forUser(ada.userId))).rows).toEqual([{ id: ada.userId }])
    expect((await seen(system)).rows.map(({ id }) => id)).toEqual(expect.arrayContaining([ada.userId, grace.userId]))
    expect([
      await bypassesRowSecurity(restricted),
      await bypassesRowSecurity(inject('testDatabases').adminUrl),
    ]).toEqual([false, true])
  })

  it('must differ from the one that migrates', async () => {
    await expect(grantRights(owner, owner)).rejects.toThrow('DATABASE_URL_ADMIN')
  })
})
