import { bitmapAt, type PictureFile } from '#web/data/pictures/load-bitmap.ts'
import { grovePicture } from '../grove-pictures.ts'

/** Loads a picture of the first page; works in a worker too. */
export async function loadGrovePicture(file: PictureFile, signal: AbortSignal): Promise<ImageBitmap> {
  const address = file.kind === 'file' ? grovePicture(file.imageId) : undefined
  if (!address) throw new Error('The first page has no such picture.')
  return bitmapAt(address, signal)
}
