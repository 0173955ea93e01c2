import type { ThumbnailSize } from './thumbnails.ts'

/** Keys are made from the image's id alone, so that a step that is repeated writes the same file. */
const folderOf = (imageId: string) => imageId.slice(0, 2)

export const originalKey = (imageId: string, attempt: number) => `images/${folderOf(imageId)}/${imageId}-${attempt}`

export const thumbnailKey = (imageId: string, attempt: number, size: ThumbnailSize) =>
  `thumbnails/${folderOf(imageId)}/${imageId}-${attempt}-${size}.webp`
