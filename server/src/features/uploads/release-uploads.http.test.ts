import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#domain/account/user-id.ts'
import { type DatabasePool, openDatabase, type Transaction } from '#server/db/database.ts'
import { query } from '#server/db/sql/query.ts'
import { insertAccount, insertLargeProject } from '#server-testing/large-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { releaseUploads, uploadsOfCards } from './release-uploads.ts'

const cardCount = 10_000
const fields = ['image prompt', 'style reference', 'mask', 'used mask'] as const

let database: TestDatabase
let pool: DatabasePool
let userId: UserId
/** One upload for each field of a card that names it, and one that no card names. */
const named = Object.fromEntries(fields.map((field) => [field, randomUUID()])) as Record<
  (typeof fields)[number],
  string
>
const unnamed = randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openDatabase(database.connectionString, { connections: 2, onError: () => undefined })
  userId = await insertAccount(pool.system)
  await insertLargeProject(pool.system, userId, { cards: cardCount, notes: 0 })
  for (const id of [...Object.values(named), unnamed])
    await pool.system.execute(sql`insert into uploads (id, user_id, width, height, media_type, byte_size, average_color, is_used)
      values (${id}, ${userId}, 8, 8, 'image/png', 8, '#808080', true)`)
  // Every card names a picture of its own, as cards with references do.
  await pool.system.execute(sql`update generations set image_prompts = jsonb_build_array(gen_random_uuid())`)
  await pool.system.execute(sql`update generations set
    image_prompts = ${JSON.stringify([named['image prompt'], 'no id'])}::jsonb,
    style_references = ${JSON.stringify([named['style reference'], named['image prompt']])}::jsonb,
    edit = ${JSON.stringify({ maskUploadId: named.mask })}::jsonb,
    edit_record = ${JSON.stringify({ maskId: named['used mask'] })}::jsonb where seed = 5000`)
}, 120_000)
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const rowsRead = async (tx: Transaction): Promise<number> => {
  const { rows } = await query<{ read: number }>(
    tx,
    { read: 'number' },
    sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname in ('generations', 'card_references')`,
  )
  return rows[0]?.read ?? Number.NaN
}
const used = async (tx: Transaction): Promise<string[]> => {
  const { rows } = await query<{ id: string }>(tx, { id: 'string' }, sql`select id from uploads where is_used`)
  return rows.map(({ id }) => id).toSorted()
}

describe('releaseUploads', () => {
  it('keeps what a card names in any of its fields, and reads no other cards of the account', async () => {
    const all = [...Object.values(named), unnamed]
    const found = await pool.system.transaction(async (tx) => {
      // A table of this size is read whole where that is as quick; one of an installation is not.
      await tx.execute(sql`set local enable_seqscan = off`)
      // Earlier transactions of the connection count until they are reported.
      const before = await rowsRead(tx)
      await releaseUploads(tx, all)
      return { read: (await rowsRead(tx)) - before, used: await used(tx) }
    })
    expect(found.used).toEqual(Object.values(named).toSorted())
    expect(found.read).toBeLessThan(100)
  })

  it('releases what only a removed card has named', async () => {
    const found = await pool.system.transaction(async (tx) => {
      const cards = await query<{ id: string }>(tx, { id: 'string' }, sql`select id from generations where seed = 5000`)
      const uploads = await uploadsOfCards(
        tx,
        cards.rows.map(({ id }) => id),
      )
      await tx.execute(sql`delete from generations where seed = 5000`)
      await releaseUploads(tx, uploads)
      return { uploads: uploads.toSorted(), used: await used(tx) }
    })
    expect(found).toEqual({ uploads: Object.values(named).toSorted(), used: [] })
  })
})
