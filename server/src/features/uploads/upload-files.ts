import type { Querier } from '../../db/database.ts'
import { uploads } from '../../db/schema/uploads.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import { markUsed } from '../files/unused-files.ts'

/** Attempt number in the file names of an upload: it has no second attempt. */
export const uploadAttempt = 1

/** Uploads whose files are stored, to be inserted. */
export type UploadRows = readonly (typeof uploads.$inferInsert & { readonly id: string })[]

/** Inserts the rows of uploads, and keeps their files. */
export async function insertUploads(tx: Querier, rows: UploadRows): Promise<void> {
  await tx.insert(uploads).values([...rows])
  await markUsed(
    tx,
    rows.flatMap(({ id }) => keysOfImage(id, uploadAttempt)),
  )
}
