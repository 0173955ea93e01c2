import { imagesPerGeneration } from '../generation/status.ts'
import type { Rect } from '../geometry/rect.ts'

export const sheetColumns = 20
/** Slots of a sheet: 20 rows of 20. */
export const slotsPerSheet = sheetColumns * sheetColumns
/** A card takes as many slots as it has images, side by side: the first one determines all. */
export const cardsPerSheet = slotsPerSheet / imagesPerGeneration

/** Pixels of a slot's side in the two files of a sheet. */
export const sheetSizes = [32, 64] as const
export type SheetSize = (typeof sheetSizes)[number]

/**
 * Where a picture is in its sheet, in pixels of the sheet: at the top left of its slot, as large as fits in its ratio.
 * @param picture The width and height of the image itself.
 */
export function sheetSlotRect(
  slot: number,
  slotSize: SheetSize,
  picture: { readonly width: number; readonly height: number },
): Rect {
  const scale = slotSize / Math.max(picture.width, picture.height)
  return {
    x: (slot % sheetColumns) * slotSize,
    y: Math.floor(slot / sheetColumns) * slotSize,
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
}
