import { bitmapAt, type PictureFile } from '../pictures/load-bitmap.ts'
import { sharedImageAddress } from './shared-image-address.ts'

/** Loads pictures of what a link shows; works in a worker too. */
export const sharedPictures =
  (shareId: string) =>
  (file: PictureFile, signal: AbortSignal): Promise<ImageBitmap> =>
    file.kind === 'file'
      ? bitmapAt(sharedImageAddress(shareId, file.imageId, file.size), signal)
      : Promise.reject(new Error('A link gives no sheets.'))
