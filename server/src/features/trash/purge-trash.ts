import { type SQL, sql } from 'drizzle-orm'
import type { Round } from '#server/background/runner.ts'
import { query } from '#server/db/sql/query.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { removeRows, rowsOf, type SomeRows } from '../../db/remove-rows.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { lockProject } from '../projects/lock-project.ts'
import { releaseUploads, uploadsOfCards } from '../uploads/release-uploads.ts'
import { isExpired } from './expired.ts'
import { cardsAtOnce, cardsToRemove, removeCards, removeFromCards, removeSheets } from './remove-cards.ts'

/** Removed purses that go in one transaction, once nothing hangs on them. */
const pursesAtOnce = 50

/** Tables with rows of a project beside its cards, those that refer to others first. Left out: what has one row for a project. */
export const tablesOfProject = [
  'share_likes',
  'share_comments',
  'round_log',
  'review_rounds',
  'shares',
  'assistant_runs',
  'purse_steps',
  'series',
  'branch_caps',
  'frames',
  'notes',
  'webhooks',
  'api_tokens',
  'purses',
]

/** Rows of tokens that hang on them. */
const rowsOnTokens = (tokens: SQL): SomeRows[] =>
  ['oauth_codes', 'oauth_secrets'].map((table) => ({ table, where: sql`token_id in (${tokens})` }))

/** Rows of a project, those first that hang on others. */
function rowsOfProject(projectId: string): SomeRows[] {
  const idsOf = (table: string) => sql`select id from ${sql.identifier(table)} where project_id = ${projectId}`
  return [
    { table: 'comment_replies', where: sql`comment_id in (${idsOf('share_comments')})` },
    { table: 'comment_reads', where: sql`comment_id in (${idsOf('share_comments')})` },
    ...rowsOf({ column: 'project_id', id: projectId }, ['share_likes', 'share_comments']),
    ...['round_log', 'round_decisions', 'round_proofs'].map((table) => ({
      table,
      where: sql`round_id in (${idsOf('review_rounds')})`,
    })),
    { table: 'share_visitors', where: sql`share_id in (${idsOf('shares')})` },
    { table: 'series_steps', where: sql`series_id in (${idsOf('series')})` },
    { table: 'webhook_deliveries', where: sql`webhook_id in (${idsOf('webhooks')})` },
    ...rowsOnTokens(idsOf('api_tokens')),
    ...rowsOf({ column: 'project_id', id: projectId }, tablesOfProject),
  ]
}

/** Waits for a sheet of the project that is being drawn: no row would name it afterwards. */
const lockSheets = (tx: Transaction, projectId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, ${lockSeeds.projectSheets}))`)

/**
 * Removes cards, and releases the uploads that they alone have named: once nothing hangs on them that has no bound.
 * @returns Whether they are removed; otherwise there is more on them, for the next transaction.
 */
async function purgeCards(tx: Transaction, cardIds: readonly string[]): Promise<boolean> {
  if (cardIds.length === 0) return true
  if (!(await removeFromCards(tx, cardIds))) return false
  const uploads = await uploadsOfCards(tx, cardIds)
  await removeCards(tx, cardIds)
  await releaseUploads(tx, uploads)
  return true
}

/**
 * Removes some of the rows of a project, and in the end its own. It can't be restored meanwhile: its time in the trash is over.
 * @returns Whether there may be more.
 */
function purgeProject(db: SystemDatabase, projectId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSheets(tx, projectId)
    const found = await tx.execute(
      sql`select 1 from projects where id = ${projectId} and ${isExpired(sql`deleted_at`)} for no key update`,
    )
    if (found.rows.length === 0) return false
    const cards = await cardsToRemove(tx, sql`project_id = ${projectId} order by created_at, id`, cardsAtOnce)
    if (!(await purgeCards(tx, cards))) return true
    const room = await removeRows(tx, rowsOfProject(projectId), cardsAtOnce - cards.length)
    if (room === 0) return true
    await removeSheets(tx, sql`project_id = ${projectId}`)
    await tx.execute(sql`delete from projects where id = ${projectId}`)
    return false
  })
}

/** Removes some of the cards of a project whose time in the trash is over. @returns Whether there may be more. */
function purgeBranches(db: SystemDatabase, projectId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSheets(tx, projectId)
    await lockProject(tx, projectId)
    const expired = sql`project_id = ${projectId} and ${isExpired(sql`deleted_at`)} order by deleted_at, id`
    const cards = await cardsToRemove(tx, expired, cardsAtOnce)
    await purgeCards(tx, cards)
    return cards.length > 0
  })
}

/** Removes some of the removed purses, or of what hangs on them: their steps, and their ended tokens. @returns Whether there may be more. */
function purgePurses(db: SystemDatabase): Promise<boolean> {
  return db.transaction(async (tx) => {
    // In the order of their removal, so that the next transaction goes on with the same ones. One that is being restored is not waited for.
    const { rows } = await query<{ id: string }>(
      tx,
      { id: 'string' },
      sql`select id from purses where ${isExpired(sql`removed_at`)}
        order by removed_at, id limit ${pursesAtOnce} for update skip locked`,
    )
    if (rows.length === 0) return false
    const purses = uuidArray(rows.map(({ id }) => id))
    const room = await removeRows(
      tx,
      [
        { table: 'purse_steps', where: sql`purse_id = any(${purses})` },
        ...rowsOnTokens(sql`select id from api_tokens where purse_id = any(${purses})`),
        { table: 'api_tokens', where: sql`purse_id = any(${purses})` },
      ],
      cardsAtOnce,
    )
    if (room === 0) return true
    await tx.execute(sql`delete from purses where id = any(${purses})`)
    return rows.length === pursesAtOnce
  })
}

/**
 * Purges what has been in the trash for 30 days: whole projects and single branches, each an item, in transactions of 500 cards or
 * rows; and removed purses, with their steps. What is left at a stop follows later.
 */
export async function purgeTrash(db: SystemDatabase, { items, signal }: Round): Promise<void> {
  const projects = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from projects where ${isExpired(sql`deleted_at`)}`,
  )
  for (const { id } of projects.rows)
    await items.attempt(`project ${id}`, async () => {
      while (!signal.aborted && (await purgeProject(db, id)));
    })
  const cards = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select distinct project_id as id from generations where ${isExpired(sql`deleted_at`)}`,
  )
  for (const { id } of cards.rows)
    await items.attempt(`cards of ${id}`, async () => {
      while (!signal.aborted && (await purgeBranches(db, id)));
    })
  await items.attempt('removed purses', async () => {
    while (!signal.aborted && (await purgePurses(db)));
  })
}
