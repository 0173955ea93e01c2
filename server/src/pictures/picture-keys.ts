import { type SheetSize, sheetSizes } from '#domain/board/sheet.ts'
import { type KeptSize, keptSizes } from './thumbnails.ts'

/** Keys are made from the image's id alone, so that a repeated step writes the same file. */
const folderOf = (imageId: string) => imageId.slice(0, 2)

export const originalKey = (imageId: string, attempt: number) => `images/${folderOf(imageId)}/${imageId}-${attempt}`

export const thumbnailKey = (imageId: string, attempt: number, size: KeptSize) =>
  `thumbnails/${folderOf(imageId)}/${imageId}-${attempt}-${size}.webp`

/** The preview of an image in progress. */
export const previewKey = (imageId: string, attempt: number) =>
  `previews/${folderOf(imageId)}/${imageId}-${attempt}.webp`

export const sheetKey = (sheetId: string, size: SheetSize) => `sheets/${folderOf(sheetId)}/${sheetId}-${size}.jpg`

/** @param name `{userId}-{random}.webp` */
export const avatarKey = (name: string) => `avatars/${folderOf(name)}/${name}`

/** All files of an image, whether or not they exist. */
export const keysOfImage = (imageId: string, attempts: number) =>
  Array.from({ length: attempts }, (_, index) => index + 1).flatMap((attempt) => [
    originalKey(imageId, attempt),
    previewKey(imageId, attempt),
    ...keptSizes.map((size) => thumbnailKey(imageId, attempt, size)),
  ])

export const keysOfSheet = (sheetId: string) => sheetSizes.map((size) => sheetKey(sheetId, size))
