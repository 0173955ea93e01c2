import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { avatarUrl } from '#contract/account/profile.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { success } from '#domain/result.ts'
import { runOnce } from '#server/background/runner.ts'
import { type DatabasePool, openDatabase } from '#server/db/database.ts'
import { users } from '#server/db/schema/accounts.ts'
import { insertAccount, insertLargeProject, watchRemovals } from '#server-testing/large-rows.ts'
import { ownedTables } from '#server-testing/rows-of-each-table.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { avatarKey, keysOfImage } from '../../pictures/picture-keys.ts'
import type { BillingProvider } from '../billing/billing-provider.ts'
import { stripeUnavailable } from '../billing/end-stripe-subscription.ts'
import { readAddedModels } from '../models/connections/connection-rows.ts'
import { markDeleted } from './mark-deleted.ts'
import { removeAccountsTask, tablesAfterCards, tablesBeforeCards } from './remove-accounts.ts'

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

const billingThat = (endSubscription: BillingProvider['endSubscription']) =>
  ({ endSubscription }) as unknown as BillingProvider
const unpaid = billingThat(async () => success(null))
const remove = (billing = unpaid, signal?: AbortSignal) =>
  runOnce(removeAccountsTask({ db: pool.system, billing }), signal)
const isThere = async (userId: UserId) =>
  (await pool.system.select({ id: users.id }).from(users).where(eq(users.id, userId))).length === 1
const cardsOf = (userId: UserId) => pool.system.execute(sql`select 1 from generations where user_id = ${userId}`)
const filesOfImage = keysOfImage('', 1).length
const filesToRemove = async () => (await pool.system.execute(sql`select 1 from unused_files`)).rows.length

/** A deleted account with 1,200 cards, 600 projects, 1,300 entries of the ledger and as many events. */
async function deletedAccount(): Promise<UserId> {
  const { system: db } = pool
  const userId = await insertAccount(db)
  await insertLargeProject(db, userId, { cards: 1_200, notes: 700 })
  await db.execute(
    sql`insert into projects (id, user_id, title) select gen_random_uuid(), ${userId}, 'empty' from generate_series(1, 600)`,
  )
  await db.execute(sql`
    with lot as (insert into credit_lots (user_id, source, period) values (${userId}, 'daily', 'today') returning id)
    insert into credit_entries (user_id, lot_id, kind, amount)
    select ${userId}, id, 'grant', 1 from lot, generate_series(1, 1300)`)
  await db.execute(
    sql`insert into events (user_id, name, data) select ${userId}, 'credits-changed', '{}' from generate_series(1, 1300)`,
  )
  await db.execute(sql`insert into audit_log (user_id, kind) select ${userId}, 'sign-in' from generate_series(1, 600)`)
  await db.transaction((tx) => markDeleted(tx, userId))
  return userId
}

describe('removeAccountsTask', () => {
  it('removes at most 500 rows of a table in a transaction, and schedules every file', async () => {
    const userId = await deletedAccount()
    const removals = await watchRemovals(pool.system)
    await remove()
    expect(await isThere(userId)).toBe(false)
    const largest = await removals.largest()
    expect(Object.entries(largest).filter(([, rows]) => rows > 500)).toEqual([])
    expect(largest).toMatchObject({ generations: 500, generated_images: 500, credit_entries: 500 })
    expect(Object.keys(largest)).toEqual(expect.arrayContaining(['audit_log', 'events', 'notes', 'projects']))
    expect(await filesToRemove()).toBe(1_200 * filesOfImage)
  })

  it('goes on where it was interrupted, by an error or by a stop', async () => {
    const userId = await deletedAccount()
    await pool.system.execute(
      sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$`,
    )
    await pool.system.execute(sql`create trigger refuse_it before delete on generations for each row
      when (old.seed = 1100) execute function refuse_it()`)
    await expect(remove()).rejects.toThrow()
    const left = (await cardsOf(userId)).rows.length
    expect([left, await filesToRemove()]).toEqual([expect.any(Number), (1_200 - left) * filesOfImage])
    expect([left > 0, left < 1_200]).toEqual([true, true])
    await pool.system.execute(sql`drop trigger refuse_it on generations`)
    await remove(unpaid, AbortSignal.abort())
    expect(await isThere(userId)).toBe(true)
    await remove()
    expect([await isThere(userId), (await cardsOf(userId)).rows, await filesToRemove()]).toEqual([
      false,
      [],
      1_200 * filesOfImage,
    ])
  })

  it('leaves an account alone that another process works on, or to which a request still adds', async () => {
    const userId = await insertAccount(pool.system)
    await pool.system.transaction((tx) => markDeleted(tx, userId))
    const other = new pg.Client({ connectionString: database.connectionString })
    await other.connect()
    await other.query('begin')
    await other.query(`insert into uploads (user_id, width, height, media_type, byte_size, average_color)
      values ('${userId}', 8, 8, 'image/png', 8, '#000000')`)
    await remove()
    expect(await isThere(userId)).toBe(true)
    await other.query('commit')
    await other.query('begin')
    await other.query('select 1 from users for no key update')
    await remove()
    expect([await isThere(userId), await filesToRemove()]).toEqual([true, 0])
    await other.end()
    await remove()
    // The late upload is not forgotten.
    expect([await isThere(userId), await filesToRemove()]).toEqual([false, filesOfImage])
  })

  it('schedules the avatar of a profile that a late request made', async () => {
    const userId = await insertAccount(pool.system)
    await pool.system.transaction((tx) => markDeleted(tx, userId))
    const name = `${userId}-late.webp`
    await pool.system.execute(sql`insert into profiles (id, username, first_name, avatar_url)
      values (${userId}, 'late', '', ${avatarUrl(userId, name)})`)
    await remove()
    const { rows } = await pool.system.execute(sql`select key from unused_files`)
    expect([await isThere(userId), rows]).toEqual([false, [{ key: avatarKey(name) }]])
  })

  it('keeps an account until its payments are ended, and removes the others meanwhile', async () => {
    const [paying, other] = [await insertAccount(pool.system), await insertAccount(pool.system)]
    for (const userId of [paying, other]) await pool.system.transaction((tx) => markDeleted(tx, userId))
    const away = billingThat(async (userId) => (userId === paying ? stripeUnavailable : success(null)))
    await expect(remove(away)).rejects.toThrow('The payments of a deleted account can not be ended')
    expect([await isThere(paying), await isThere(other)]).toEqual([true, false])
    await remove()
    expect(await isThere(paying)).toBe(false)
  })

  it('removes the keys, providers and rows of an account whose payments can not be ended', async () => {
    const userId = await insertAccount(pool.system)
    await insertLargeProject(pool.system, userId, { cards: 3, notes: 1 })
    await pool.system.execute(sql`insert into model_keys (user_id, provider, sealed, last_four, "check")
      values (${userId}, 'replicate', 'x', '1234', 'accepted')`)
    await pool.system.execute(sql`with connection as (
        insert into model_connections (id, user_id, kind, name) values (gen_random_uuid(), ${userId}, 'openrouter', 'Theirs') returning id, user_id)
      insert into connection_models (connection_id, user_id, api_model, value, found, is_shown)
      select id, user_id, 'heron', 'theirs/heron', '{}', true from connection`)
    await pool.system.execute(sql`insert into subscriptions (user_id, plan, keeper, status, subscription_id)
      values (${userId}, 'pro', 'stripe', 'active', 'sub_1')`)
    const left = async () => {
      const { rows } = await pool.system.execute(sql`select
        (select count(*)::int from model_keys) as keys, (select count(*)::int from connection_models) as models,
        (select count(*)::int from generations) as cards, (select count(*)::int from projects) as projects,
        (select count(*)::int from subscriptions) as subscriptions`)
      return rows[0]
    }
    await pool.system.transaction((tx) => markDeleted(tx, userId))
    // Workers may still cancel with them, and no process offers them.
    expect(await left()).toMatchObject({ keys: 1, models: 1 })
    expect(await readAddedModels(pool.system)).toEqual([])
    await expect(remove(billingThat(async () => stripeUnavailable))).rejects.toThrow('can not be ended')
    expect([await isThere(userId), await left()]).toEqual([
      true,
      { keys: 0, models: 0, cards: 0, projects: 0, subscriptions: 1 },
    ])
  })

  it('removes more keys and providers than its models have left room for', async () => {
    const userId = await insertAccount(pool.system)
    await pool.system.execute(sql`insert into model_keys (user_id, provider, sealed, last_four, "check")
      values (${userId}, 'replicate', 'x', '1234', 'accepted')`)
    await pool.system.execute(sql`with connection as (
        insert into model_connections (id, user_id, kind, name) values (gen_random_uuid(), ${userId}, 'openrouter', 'Theirs') returning id, user_id)
      insert into connection_models (connection_id, user_id, api_model, value, found, is_shown)
      select id, user_id, 'heron' || n, 'theirs/heron' || n, '{}', true from connection, generate_series(1, 499) n`)
    await pool.system.transaction((tx) => markDeleted(tx, userId))
    await remove()
    expect(await isThere(userId)).toBe(false)
  })

  it('ends a subscription first that was bought in a checkout which was open at the deletion', async () => {
    const userId = await insertAccount(pool.system)
    await pool.system.transaction((tx) => markDeleted(tx, userId))
    await pool.system.execute(sql`insert into subscriptions (user_id, plan, keeper, status, subscription_id)
      values (${userId}, 'pro', 'stripe', 'active', 'sub_1')`)
    await remove()
    expect(await isThere(userId)).toBe(true)
    await remove(
      billingThat(async () => {
        await pool.system.execute(sql`update subscriptions set status = 'ended'`)
        return success(null)
      }),
    )
    expect(await isThere(userId)).toBe(false)
  })

  it('knows every table with an owner', async () => {
    const client = new pg.Client({ connectionString: database.connectionString })
    await client.connect()
    const names = (await ownedTables(client)).map(({ name }) => name)
    await client.end()
    const ofCards = [
      'generated_images',
      'image_feedback',
      'board_cards',
      'card_references',
      'reference_uses',
      'prompt_search',
      'jobs',
    ]
    const withCards = ['generations', ...ofCards]
    const byThemselves = ['thumbnail_sheets', 'uploads', 'subscriptions', 'stripe_customers', 'users']
    const atTheDeletion = ['accounts', 'sessions', 'profiles', 'language_models']
    const withKeys = ['model_keys', 'model_connections', 'connection_models']
    const known = [tablesBeforeCards, tablesAfterCards, withCards, byThemselves, atTheDeletion, withKeys].flat()
    expect(names.toSorted()).toEqual(known.toSorted())
  })
})
