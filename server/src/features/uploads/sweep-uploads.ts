import { sql } from 'drizzle-orm'
import { removeInBatches } from '#server/db/remove-rows.ts'
import { query } from '#server/db/sql/query.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import { markUnused } from '../files/unused-files.ts'
import { uploadAttempt } from './upload-files.ts'

/** Uploads that are removed in one transaction. */
const batch = 500

/** Removes uploads a day old that nothing uses, masks with all of their forms. An upload that a concurrent request uses is kept. */
export const sweepUploads = (db: SystemDatabase, signal: AbortSignal): Promise<void> =>
  removeInBatches(batch, signal, () => sweepSome(db))

function sweepSome(db: SystemDatabase): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await query<{ id: string }>(
      tx,
      { id: 'string' },
      sql`with swept as (
          delete from uploads where id = any(array(
            select id from uploads where not is_used and created_at < now() - interval '24 hours' limit ${batch}))
            and not is_used returning id, mask
        ), forms as (
          delete from uploads using swept where uploads.id <> swept.id
            and uploads.id::text in (swept.mask #>> '{change,id}', swept.mask #>> '{background,id}')
          returning uploads.id
        )
        select id from swept union select id from forms`,
    )
    const keys = rows.flatMap(({ id }) => keysOfImage(id, uploadAttempt))
    // By then readers of the files have finished.
    await markUnused(tx, keys, { afterSeconds: 600 })
    return rows.length
  })
}
