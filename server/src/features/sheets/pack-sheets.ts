import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { cardsPerSheet, slotsPerSheet } from '#domain/board/sheet.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { query } from '#server/db/sql/query.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import { lockSeeds } from '../../db/advisory-locks.ts'
import type { Querier, SystemDatabase, Transaction } from '../../db/database.ts'
import { lockEvents } from '../../events/append-events.ts'
import { keysOfSheet, sheetKey } from '../../pictures/picture-keys.ts'
import { renderSheet } from '../../pictures/render-sheet.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { Storage } from '../../storage/storage.ts'
import { markUnused, markUsed } from '../files/unused-files.ts'
import { imagesInSheet, projectsToPack, waitingCards } from './waiting-images.ts'

export type PackDeps = {
  readonly db: SystemDatabase
  readonly storage: Storage
  readonly thumbnailer: Pick<Thumbnailer, 'read'>
  newId(): string
}

type Project = { readonly projectId: string; readonly userId: UserId }
type OpenSheet = { id: string; slots: number }

/** Far longer than drawing takes: until then a sheet that is being written does not count as forgotten. */
const drawingSeconds = 3_600

/** The project's sheet that has room for another card; null where there is none. */
async function findOpenSheet(db: Querier, projectId: string): Promise<OpenSheet | null> {
  const { rows } = await query<OpenSheet>(
    db,
    { id: 'string', slots: 'number' },
    sql`
    select id, slots from thumbnail_sheets where project_id = ${projectId} and replaced_at is null
      and slots <= ${slotsPerSheet - imagesPerGeneration}
    order by created_at desc limit 1`,
  )
  return rows[0] ?? null
}

/** Writes the rows of a stored sheet: the images are now in it, and no longer in the one before. */
async function switchSheets(
  tx: Transaction,
  { projectId, userId }: Project,
  sheet: { id: string; slots: number; before: OpenSheet | null },
  tiles: readonly { id: string; slot: number }[],
): Promise<void> {
  await tx.execute(sql`
    insert into thumbnail_sheets (id, user_id, project_id, slots) values (${sheet.id}, ${userId}, ${projectId}, ${sheet.slots})`)
  // Before any image is locked: a change of an image takes this lock first.
  await lockEvents(tx, userId)
  const places = tiles.map(({ id, slot }) => ({ id, slot }))
  await tx.execute(sql`
    update generated_images set sheet_id = ${sheet.id}, sheet_slot = place.slot
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(id uuid, slot int)
    where generated_images.id = place.id and status = 'completed'`)
  if (sheet.before) await tx.execute(sql`update thumbnail_sheets set replaced_at = now() where id = ${sheet.before.id}`)
  await markUsed(tx, keysOfSheet(sheet.id))
}

/**
 * Draws one sheet of a project: the last one that has room, as a new file with more in it, or a new one. One at a time for each
 * project. After a crash on the way the images still wait, and the file is scheduled for removal. @returns Whether more may be
 * waiting.
 */
async function packOneSheet(deps: PackDeps, project: Project): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const lock = await query<{ locked: boolean }>(
      tx,
      { locked: 'boolean' },
      // Locks the user before the project: deleting an account takes the first lock alone, which covers all its projects.
      sql`select case when pg_try_advisory_xact_lock_shared(hashtextextended(${project.userId}, ${lockSeeds.personSheets}))
        then pg_try_advisory_xact_lock(hashtextextended(${project.projectId}, ${lockSeeds.projectSheets}))
        else false end as locked`,
    )
    if (!lock.rows[0]?.locked) return false
    const waiting = await waitingCards(tx, project.projectId)
    if (waiting.length === 0) return false
    const before = await findOpenSheet(tx, project.projectId)
    const used = before?.slots ?? 0
    const cards = waiting.slice(0, cardsPerSheet - used / imagesPerGeneration)
    const kept = before ? await imagesInSheet(tx, before.id) : []
    const added = cards.flatMap((images, card) =>
      images.map((image) => ({ ...image, slot: used + card * imagesPerGeneration + image.orderNum })),
    )
    const tiles = [...kept, ...added]
    const id = deps.newId()
    // Scheduled outside of the transaction, before the files are written, so that they are removed after a crash.
    await markUnused(deps.db, keysOfSheet(id), { afterSeconds: drawingSeconds })
    const files = await renderSheet(tiles, (tile) =>
      deps.thumbnailer.read({ imageId: tile.id, attempt: tile.attempt }, 64).catch(() => null),
    )
    await deps.storage.put(sheetKey(id, 64), files[64])
    await deps.storage.put(sheetKey(id, 32), files[32])
    await switchSheets(tx, project, { id, slots: used + cards.length * imagesPerGeneration, before }, tiles)
    return waiting.length > cards.length
  })
}

/**
 * Packs the thumbnails of every project into sheets, some seconds after its images are finished. @param options.restSeconds
 * Images that finish within this time go into one sheet.
 */
export const packTask = (deps: PackDeps, { restSeconds } = { restSeconds: 5 }): BackgroundTask => ({
  name: 'pack sheets',
  everyMs: 5_000,
  async run({ items, signal }) {
    for (const project of await projectsToPack(deps.db, { restSeconds }))
      await items.attempt(project.projectId, async () => {
        while (!signal.aborted && (await packOneSheet(deps, project)));
      })
  },
})
