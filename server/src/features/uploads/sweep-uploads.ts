import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import { markUnused } from '../files/unused-files.ts'
import { uploadAttempt } from './store-upload.ts'

/** Takes away what was uploaded a day ago and never used. An upload that a request takes into use just now stays. */
export function sweepUploads(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`delete from uploads where not is_used and created_at < now() - interval '24 hours' returning id`,
    )
    const keys = rows.flatMap(({ id }) => keysOfImage(id, uploadAttempt))
    // Whoever is reading one of the files has read it by then.
    await markUnused(tx, keys, { afterSeconds: 600 })
  })
}
