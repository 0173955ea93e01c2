import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { startTicker } from '../../jobs/ticker.ts'
import { createWorkItems, type WorkItems, watchedItems } from '../../jobs/work-items.ts'
import type { Log } from '../../operations/log.ts'
import type { Metrics } from '../../operations/metrics.ts'
import { keysOfSheet } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { markUnused, removeUnusedFiles } from '../files/unused-files.ts'
import { sweepUploads } from '../uploads/sweep-uploads.ts'
import { purgeTrash } from './purge-trash.ts'

const everyMs = 600_000

/** Takes away sheets an hour after a fuller one has taken their place: who knows only the old one has opened it by then. */
async function removeReplacedSheets(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`delete from thumbnail_sheets where replaced_at < now() - interval '1 hour' returning id`,
    )
    await markUnused(
      tx,
      rows.flatMap(({ id }) => keysOfSheet(id)),
      { afterSeconds: 0 },
    )
  })
}

/**
 * One round: removes what is too old, then the files that are not needed any more.
 * @param deps.items Left out: nothing is known of earlier failures.
 * @throws the first failure, after everything had its turn.
 */
export async function purge(deps: { db: Database; storage: Storage; items?: WorkItems }): Promise<void> {
  const { items = createWorkItems() } = deps
  await purgeTrash(deps.db, items)
  await items.attempt('replaced sheets', () => removeReplacedSheets(deps.db))
  await items.attempt('uploads', () => sweepUploads(deps.db))
  await removeUnusedFiles({ ...deps, items })
  items.endRound()
}

/** Empties the trash and removes unused files from time to time. Answers what stops it. */
export function startPurging(deps: {
  db: Database
  storage: Storage
  log: Log
  metrics: Metrics
}): () => Promise<void> {
  const items = watchedItems('purge', deps)
  return startTicker({ everyMs, name: 'purge', log: deps.log, run: () => purge({ ...deps, items }) }).stop
}
