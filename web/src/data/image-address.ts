export const thumbnailSizes = [64, 256, 512] as const
export type ImageSize = (typeof thumbnailSizes)[number] | 'original'

/** Where an image's file is, in one of the sizes the server makes. */
export const imageAddress = (id: string, size: ImageSize) => `/api/images/${id}/file?size=${size}`
