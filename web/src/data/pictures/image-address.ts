import type { SheetSize } from '#domain/board/sheet.ts'

export const thumbnailSizes = [64, 256, 512] as const
export type ImageSize = (typeof thumbnailSizes)[number] | 'original'

/** Images that were hidden as sensitive, and shown while this page was open: it still has their blurred files. */
const shownHere = new Set<string>()

/** From now on the address of an image is one whose file is not blurred. Returns what takes that back. */
export function noteShown(id: string): () => void {
  shownHere.add(id)
  return () => void shownHere.delete(id)
}

/** The address of an image's file, in one of the sizes of the server. */
export const imageAddress = (id: string, size: ImageSize) =>
  `/api/images/${id}/file?size=${size}${shownHere.has(id) ? '&sensitive=as-it-is' : ''}`

export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** The address of a sheet of thumbnails. */
export const sheetAddress = (id: string, size: SheetSize) => `/api/sheets/${id}?size=${size}`

/** The address of a thumbnail of an upload. */
export const uploadAddress = (id: string, size: ThumbnailSize) => `/api/uploads/${id}/file?size=${size}`
