import { type UploadShape, uploadUrl } from '#contract/upload.ts'
import type { uploads } from '../../db/schema/uploads.ts'

/** Presents an upload, field by field. */
export const presentUpload = (row: typeof uploads.$inferSelect): UploadShape => ({
  id: row.id,
  width: row.width,
  height: row.height,
  mediaType: row.mediaType,
  averageColor: row.averageColor,
  url: uploadUrl(row.id),
})
