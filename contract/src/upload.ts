import { z } from 'zod'

/** A file may have this many bytes: 20 MB. */
export const largestUploadBytes = 20_000_000

/** The kinds of pictures that can be uploaded, told by their content alone. */
export const uploadMediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const

/** A picture of one's own that pictures can be made from. POST /api/uploads answers it. */
export const uploadShape = z.strictObject({
  id: z.uuid(),
  /** Pixels, upright. */
  width: z.int(),
  height: z.int(),
  /** What is stored: a GIF is kept as a PNG of its first frame. */
  mediaType: z.enum(uploadMediaTypes),
  /** `#rrggbb` */
  averageColor: z.string(),
  url: z.string(),
})
export type UploadShape = z.infer<typeof uploadShape>

/** The address of an upload's picture on our server; `?size=64`, `256` and `512` answer thumbnails. */
export const uploadUrl = (uploadId: string) => `/api/uploads/${uploadId}/file`
