import type { SheetSize } from '#domain/board/sheet.ts'

export const thumbnailSizes = [64, 256, 512] as const
export type ImageSize = (typeof thumbnailSizes)[number] | 'original'

/** Where an image's file is, in one of the sizes the server makes. */
export const imageAddress = (id: string, size: ImageSize) => `/api/images/${id}/file?size=${size}`

export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** Where a sheet of thumbnails is. */
export const sheetAddress = (id: string, size: SheetSize) => `/api/sheets/${id}?size=${size}`

/** Where the picture of an upload is, as small as a thumbnail. */
export const uploadAddress = (id: string, size: ThumbnailSize) => `/api/uploads/${id}/file?size=${size}`
