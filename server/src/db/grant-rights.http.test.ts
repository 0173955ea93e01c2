import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { signUp } from '../testing/test-client.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { grantRights } from './grant-rights.ts'

const role = `espalier_${randomUUID().replaceAll('-', '')}`

/** The same database as another role. */
function asRole(connectionString: string, name: string, password: string): string {
  const address = new URL(connectionString)
  address.username = name
  address.password = password
  return address.href
}

let server: TestServer
let owner: string
let restricted: string
beforeAll(async () => {
  server = await openTestServer()
  owner = server.testDatabase.connectionString
  const admin = new pg.Client({ connectionString: inject('testDatabases').adminUrl })
  await admin.connect()
  await admin.query(`create role ${role} login password 'secret'`)
  await admin.end()
  restricted = asRole(owner, role, 'secret')
  await grantRights(owner, restricted)
})
afterAll(async () => {
  const admin = new pg.Client({ connectionString: owner })
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
  it('can do all that the server does: sign up, make a picture, show it, delete everything', async () => {
    const other = server.another({}, restricted)
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

  it('must be another than the one that migrates', async () => {
    await expect(grantRights(owner, owner)).rejects.toThrow('DATABASE_URL_ADMIN')
  })
})
