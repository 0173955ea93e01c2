import { z } from 'zod'

/** A file may have this many bytes: 20 MB. */
export const largestUploadBytes = 20_000_000

/** What uploads are stored as: GIF becomes PNG (its first frame), AVIF becomes JPEG, or PNG where it can be seen through. */
export const storedMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** An uploaded picture that images can be made from; the reply of POST /api/uploads. */
export const uploadShape = z.strictObject({
  id: z.uuid(),
  /** Pixels, upright. */
  width: z.int(),
  height: z.int(),
  mediaType: z.enum(storedMediaTypes),
  /** `#rrggbb` */
  averageColor: z.string(),
  url: z.string(),
})
export type UploadShape = z.infer<typeof uploadShape>

/** The address of an upload's picture on our server; `?size=64`, `256` and `512` answer thumbnails. */
export const uploadUrl = (uploadId: string) => `/api/uploads/${uploadId}/file`
