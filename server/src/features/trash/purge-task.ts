import { sql } from 'drizzle-orm'
import type { SystemDatabase } from '#server/db/database.ts'
import { removeInBatches } from '#server/db/remove-rows.ts'
import { query } from '#server/db/sql/query.ts'
import { markUnused, removeUnusedFiles } from '#server/features/files/unused-files.ts'
import { sweepUploads } from '#server/features/uploads/sweep-uploads.ts'
import { keysOfSheet } from '#server/pictures/picture-keys.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import { purgeTrash } from './purge-trash.ts'

/** Sheets that are removed in one transaction. */
const sheetsAtOnce = 500

/** Removes sheets an hour after a fuller one has replaced them: a page that knows only the old one has loaded it by then. */
const removeReplacedSheets = (db: SystemDatabase, signal: AbortSignal): Promise<void> =>
  removeInBatches(sheetsAtOnce, signal, () =>
    db.transaction(async (tx) => {
      const { rows } = await query<{ id: string }>(
        tx,
        { id: 'string' },
        sql`delete from thumbnail_sheets where id = any(array(
          select id from thumbnail_sheets where replaced_at < now() - interval '1 hour' limit ${sheetsAtOnce})) returning id`,
      )
      await markUnused(
        tx,
        rows.flatMap(({ id }) => keysOfSheet(id)),
        { afterSeconds: 0 },
      )
      return rows.length
    }),
  )

/** Purges the trash, then removes replaced sheets, unused uploads and the files that are scheduled for removal. */
export const purgeTask = ({ db, storage }: { db: SystemDatabase; storage: Storage }): BackgroundTask => ({
  name: 'purge',
  everyMs: 600_000,
  async run(round) {
    const { items, signal } = round
    await purgeTrash(db, round)
    await items.attempt('replaced sheets', () => removeReplacedSheets(db, signal))
    await items.attempt('uploads', () => sweepUploads(db, signal))
    await removeUnusedFiles({ db, storage, items })
  },
})
