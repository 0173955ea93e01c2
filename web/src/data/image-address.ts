import type { SheetSize } from '#domain/board/sheet.ts'

export const thumbnailSizes = [64, 256, 512] as const
export type ImageSize = (typeof thumbnailSizes)[number] | 'original'

/** The address of an image's file, in one of the sizes of the server. */
export const imageAddress = (id: string, size: ImageSize) => `/api/images/${id}/file?size=${size}`

export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** The address of a sheet of thumbnails. */
export const sheetAddress = (id: string, size: SheetSize) => `/api/sheets/${id}?size=${size}`

/** The address of a thumbnail of an upload. */
export const uploadAddress = (id: string, size: ThumbnailSize) => `/api/uploads/${id}/file?size=${size}`
