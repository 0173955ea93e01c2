import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asUserId } from '#domain/account/user-id.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { type DatabasePool, openDatabase } from '../db/database.ts'
import { createLog } from '../operations/log.ts'
import { createMetrics } from '../operations/metrics.ts'
import { createFollowers } from './followers.ts'

const userId = asUserId('0199b9a0-0000-7000-8000-000000000001')
let database: TestDatabase
let pool: DatabasePool

beforeEach(async () => {
  database = await createTestDatabase()
  pool = openDatabase(database.connectionString, { connections: 4, onError: () => undefined })
})
afterEach(async () => {
  await pool.close()
  await database.drop()
})

/** A stream of the user's, and how many reads have failed. */
function follow() {
  const failed: unknown[] = []
  const names: string[] = []
  const log = { ...createLog('silent'), warn: (about: unknown) => void failed.push(about) }
  const metrics = createMetrics({ queueDepth: async () => ({}), unreachableLanes: async () => [] })
  const followers = createFollowers({ db: pool.system, log, metrics, present: async (_userId, events) => events })
  const leave = followers.follow(userId, { lastSeq: 0, send: ({ name }) => names.push(name), end() {} })
  return { followers, leave, names, failures: () => failed.length }
}

const store = (name: string) =>
  pool.system.execute(sql`insert into events (user_id, name, data) values (${userId}, ${name}, '{}')`)

describe('a read of events that fails', () => {
  it('is repeated until it succeeds, though nothing notifies again', async () => {
    const { leave, followers, names, failures } = follow()
    await store('first')
    await pool.system.execute(sql`alter table events rename to events_away`)
    followers.notify(userId)
    await expect.poll(failures).toBeGreaterThanOrEqual(1)
    await pool.system.execute(sql`alter table events_away rename to events`)
    await expect.poll(() => names).toEqual(['first'])
    leave()
  })
})
