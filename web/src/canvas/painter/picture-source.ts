import { type SheetSize, sheetSizes } from '#domain/board/sheet.ts'
import type { ImageFace } from '../scene/scene.ts'

const fileSizes = [64, 256, 512] as const
const maxSheet = Math.max(...sheetSizes) as SheetSize
export const minSheet = Math.min(...sheetSizes) as SheetSize

/** A file that contains a picture: a sheet of thumbnails, or a file of its own. */
export type PictureSource =
  | { readonly kind: 'sheet'; readonly sheetId: string; readonly size: SheetSize }
  | { readonly kind: 'file'; readonly imageId: string; readonly size: (typeof fileSizes)[number] }

export const sourceKey = (source: PictureSource) =>
  source.kind === 'sheet' ? `sheet ${source.sheetId} ${source.size}` : `file ${source.imageId} ${source.size}`

/** Number of pixels a pixel may be stretched over before a sharper sheet is worth its bytes. */
const tolerance = 1.05
/**
 * The enlargement of sheets before files of their own take their place: a sheet has 400 pictures in one request. At 20 % the three small pictures of a
 * card are 68 pixels long, in 130 cards.
 */
const toleranceOfSheets = 1.5

/** The longest side of a tall picture that fills the largest place of a card seen from far away, in canvas pixels. */
const longestSide = 700

/** Whether the smallest thumbnails are sharp for every picture at this scale. */
export const isSharpFromSheets = (scale: number) => (longestSide * scale) / tolerance <= minSheet

type Wanted = {
  /** The longest side of the whole picture as it is drawn, in device pixels. */
  readonly side: number
  readonly detail: 'moving' | 'resting'
}

/**
 * The smallest file that is sharp where the picture is drawn; while the view moves, the smallest of all.
 */
export function pictureSource(image: ImageFace, { side, detail }: Wanted): PictureSource {
  const needed = detail === 'moving' ? 0 : side / tolerance
  const isSharp = (size: SheetSize) => size >= needed || (size === maxSheet && size >= side / toleranceOfSheets)
  const size = sheetSizes.find(isSharp)
  if (image.sheet && size) return { kind: 'sheet', sheetId: image.sheet.sheetId, size }
  return { kind: 'file', imageId: image.id, size: fileSizes.find((each) => each >= needed) ?? 512 }
}

/** The file that contains many pictures at once, and so loads soonest; null where the picture is on no sheet. */
export const soonestSource = ({ sheet }: ImageFace): PictureSource | null =>
  sheet && { kind: 'sheet', sheetId: sheet.sheetId, size: maxSheet }

/** All files with the picture, the sharpest first: a loaded one replaces a missing one. */
export function standIns(image: ImageFace): PictureSource[] {
  const files = fileSizes.toReversed().map((size) => ({ kind: 'file' as const, imageId: image.id, size }))
  const { sheet } = image
  return sheet
    ? [...files, ...sheetSizes.toReversed().map((size) => ({ kind: 'sheet' as const, sheetId: sheet.sheetId, size }))]
    : files
}
