import { type SQL, sql } from 'drizzle-orm'
import { trashDays } from '#domain/board/trash.ts'
import type { WorkItems } from '#server/background/work-items.ts'
import { query } from '#server/db/sql/query.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { keysOfImage, keysOfSheet } from '../../pictures/picture-keys.ts'
import { markUnused } from '../files/unused-files.ts'
import { lockProject } from '../projects/lock-project.ts'
import { releaseUploads, uploadsOfCards } from '../uploads/release-uploads.ts'

/** By then readers of a file have finished. */
const afterSeconds = 600
/** Cards that are removed in one transaction, which keeps the project locked. */
const batch = 500

const expired = (deletedAt: SQL) => sql`${deletedAt} < now() - ${trashDays} * interval '1 day'`

type ImageRow = { id: string; attempt: number; sheet_id: string | null; generation_id: string }

/** Waits for a sheet of the project that is being drawn: no row would name it afterwards. */
const lockSheets = (tx: Transaction, projectId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, ${lockSeeds.projectSheets}))`)

/** Removes cards with all dependent rows, and schedules the files that become unused for removal. */
async function removeCards(tx: Transaction, cards: SQL): Promise<number> {
  const images = await query<ImageRow>(
    tx,
    { id: 'string', attempt: 'number', sheet_id: 'string', generation_id: 'string' },
    sql`
    select images.id, attempt, sheet_id, generation_id from generated_images images where generation_id in (${cards})`,
  )
  const uploads = await uploadsOfCards(tx, cards)
  await tx.execute(sql`delete from jobs where generation_id in (${cards})`)
  const removed = await tx.execute(sql`delete from generations where id in (${cards})`)
  await releaseUploads(tx, uploads)
  await markUnused(
    tx,
    images.rows.flatMap(({ id, attempt }) => keysOfImage(id, attempt)),
    { afterSeconds },
  )
  const sheetIds = [...new Set(images.rows.flatMap((image) => image.sheet_id ?? []))]
  const sheets = await query<{ id: string }>(
    tx,
    { id: 'string' },
    sql`
    delete from thumbnail_sheets sheets where id = any(${uuidArray(sheetIds)})
      and not exists (select 1 from generated_images where sheet_id = sheets.id) returning id`,
  )
  await markUnused(
    tx,
    sheets.rows.flatMap(({ id }) => keysOfSheet(id)),
    { afterSeconds },
  )
  return removed.rowCount ?? 0
}

/** One project in one transaction: a concurrent restore gets it whole, or not at all. */
function purgeProject(db: SystemDatabase, projectId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSheets(tx, projectId)
    const found = await tx.execute(
      sql`select 1 from projects where id = ${projectId} and ${expired(sql`deleted_at`)} for update`,
    )
    if (found.rows.length === 0) return
    await removeCards(tx, sql`select id from generations where project_id = ${projectId}`)
    const sheets = await query<{ id: string }>(
      tx,
      { id: 'string' },
      sql`delete from thumbnail_sheets where project_id = ${projectId} returning id`,
    )
    await markUnused(
      tx,
      sheets.rows.flatMap(({ id }) => keysOfSheet(id)),
      { afterSeconds },
    )
    await tx.execute(sql`delete from projects where id = ${projectId}`)
  })
}

function purgeCards(db: SystemDatabase, projectId: string): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSheets(tx, projectId)
    await lockProject(tx, projectId)
    return removeCards(
      tx,
      sql`select id from generations where project_id = ${projectId} and ${expired(sql`deleted_at`)} order by deleted_at, id limit ${batch}`,
    )
  })
}

/** Purges what has been in the trash for 30 days: whole projects and single branches, each an item. */
export async function purgeTrash(db: SystemDatabase, items: WorkItems): Promise<void> {
  const projects = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from projects where ${expired(sql`deleted_at`)}`,
  )
  for (const { id } of projects.rows) await items.attempt(`project ${id}`, () => purgeProject(db, id))
  const cards = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select distinct project_id as id from generations where ${expired(sql`deleted_at`)}`,
  )
  for (const { id } of cards.rows)
    await items.attempt(`cards of ${id}`, async () => {
      while ((await purgeCards(db, id)) > 0);
    })
}
