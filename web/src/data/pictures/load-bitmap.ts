import type { SheetSize } from '#domain/board/sheet.ts'
import { imageAddress, sheetAddress, type ThumbnailSize } from './image-address.ts'

/** A file with a picture, or with hundreds of small ones. */
export type PictureFile =
  | { readonly kind: 'sheet'; readonly sheetId: string; readonly size: SheetSize }
  | { readonly kind: 'file'; readonly imageId: string; readonly size: ThumbnailSize }

/**
 * Fetches a picture and decodes it; works in a worker too.
 * @throws Error where there is none, or the signal aborted it.
 */
export function loadBitmap(file: PictureFile, signal: AbortSignal): Promise<ImageBitmap> {
  return bitmapAt(
    file.kind === 'sheet' ? sheetAddress(file.sheetId, file.size) : imageAddress(file.imageId, file.size),
    signal,
  )
}

/**
 * Fetches a picture by its address and decodes it; works in a worker too.
 * @throws Error where there is none, or the signal aborted it.
 */
export async function bitmapAt(address: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return createImageBitmap(await response.blob())
}
