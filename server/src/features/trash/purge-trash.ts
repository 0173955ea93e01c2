import { sql } from 'drizzle-orm'
import type { Round } from '#server/background/runner.ts'
import { query } from '#server/db/sql/query.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { removeRows } from '../../db/remove-rows.ts'
import { lockProject } from '../projects/lock-project.ts'
import { releaseUploads, uploadsOfCards } from '../uploads/release-uploads.ts'
import { isExpired } from './expired.ts'
import { cardsAtOnce, cardsToRemove, removeCards, removeSheets } from './remove-cards.ts'

/** Removed purses that go in one transaction, each with its steps. */
const pursesAtOnce = 50

/** Tables with rows of a project beside its cards, those that refer to others first. Left out: what has one row for a project. */
export const tablesOfProject = [
  'share_likes',
  'share_comments',
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

/** Waits for a sheet of the project that is being drawn: no row would name it afterwards. */
const lockSheets = (tx: Transaction, projectId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, ${lockSeeds.projectSheets}))`)

/** Removes cards, and releases the uploads that they alone have named. */
async function purgeCards(tx: Transaction, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return
  const uploads = await uploadsOfCards(tx, cardIds)
  await removeCards(tx, cardIds)
  await releaseUploads(tx, uploads)
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
    await purgeCards(tx, cards)
    const ofProject = { column: 'project_id', id: projectId } as const
    const room = await removeRows(tx, ofProject, { tables: tablesOfProject, room: cardsAtOnce - cards.length })
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

/**
 * Purges what has been in the trash for 30 days: whole projects and single branches, each an item, in transactions of 500 cards; and
 * removed purses, with their steps. What is left at a stop follows later.
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
    const some = sql`select id from purses where ${isExpired(sql`removed_at`)} limit ${pursesAtOnce}`
    while (
      !signal.aborted &&
      (await db.execute(sql`delete from purses where id in (${some})`)).rowCount === pursesAtOnce
    );
  })
}
