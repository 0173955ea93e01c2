import { z } from 'zod'

/** The largest file: 20 MB. */
export const maxUploadBytes = 20_000_000

/**
 * The formats in which uploads are stored: GIF becomes PNG (its first frame), AVIF becomes JPEG, or PNG if it has
 * transparency.
 */
export const storedMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Kinds of uploads: a picture to start from, or the mask of an edit. */
export const uploadKinds = ['picture', 'mask'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** An uploaded picture that images can be made from; the reply of POST /api/uploads. */
export const uploadShape = z.strictObject({
  id: z.uuid(),
  /** Pixels, after rotation. */
  width: z.int(),
  height: z.int(),
  mediaType: z.enum(storedMediaTypes),
  /** `#rrggbb` */
  averageColor: z.string(),
  url: z.string(),
})
export type UploadShape = z.infer<typeof uploadShape>

/** The address of an upload's picture; `?size=64`, `256` and `512` return thumbnails. */
export const uploadUrl = (uploadId: string) => `/api/uploads/${uploadId}/file`
