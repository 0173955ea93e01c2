import { bitmapAt, type PictureFile } from '#web/data/pictures/load-bitmap.ts'

/** The sizes of pictures by a link: thumbnails, and one for a screen. Pixels on the longest edge. */
export type SharedSize = 64 | 256 | 512 | 1_536

/** The address of a picture that a link shows. The cookie of the visit authorizes it. */
export const sharedImageAddress = (shareId: string, imageId: string, size: SharedSize) =>
  `/api/shared/${shareId}/images/${imageId}/file?size=${size}`

/** Loads pictures of what a link shows; works in a worker too. */
export const sharedPictures =
  (shareId: string) =>
  (file: PictureFile, signal: AbortSignal): Promise<ImageBitmap> =>
    file.kind === 'file'
      ? bitmapAt(sharedImageAddress(shareId, file.imageId, file.size), signal)
      : Promise.reject(new Error('A link gives no sheets.'))
