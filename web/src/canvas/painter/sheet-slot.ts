import type { Rect } from '#domain/geometry/rect.ts'

/** Thumbnails beside each other in a sheet. */
const columns = 20

/** Where a sheet has a picture: contained in its slot at the top left, its own ratio kept, never enlarged. */
export function sheetSlotRect(slot: number, size: number, picture: { width: number; height: number }): Rect {
  const scale = Math.min(1, size / Math.max(picture.width, picture.height))
  return {
    x: (slot % columns) * size,
    y: Math.floor(slot / columns) * size,
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
}
