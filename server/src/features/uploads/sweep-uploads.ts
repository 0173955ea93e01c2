import { sql } from 'drizzle-orm'
import { query } from '#server/db/sql/query.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import { markUnused } from '../files/unused-files.ts'
import { uploadAttempt } from './store-upload.ts'

/** Removes uploads a day old that were never used. An upload that a concurrent request uses is kept. */
export function sweepUploads(db: SystemDatabase): Promise<void> {
  return db.transaction(async (tx) => {
    const { rows } = await query<{ id: string }>(
      tx,
      { id: 'string' },
      sql`delete from uploads where not is_used and created_at < now() - interval '24 hours' returning id`,
    )
    const keys = rows.flatMap(({ id }) => keysOfImage(id, uploadAttempt))
    // By then readers of the files have finished.
    await markUnused(tx, keys, { afterSeconds: 600 })
  })
}
