import type { Rect } from '../geometry/rect.ts'
import type { PixelSize } from '../models/aspect-ratio.ts'

/** A4, upright, in points of 1/72 inch. */
export const sheetPage: PixelSize = { width: 595, height: 842 }
const margin = 36
const gap = 12
/** The room of the title on the first page, and of the page's number on each. */
const titleHeight = 36
const footHeight = 18

/** One picture of a contact sheet: its page from 0, the square for it, and the box of its words. The origin is at the top left. */
export type SheetCell = { readonly page: number; readonly picture: Rect; readonly words: Rect }

/** Lays pictures out in rows, in their order. @param captionHeight Points of the words below each. */
export function layContactSheet(
  count: number,
  {
    columns,
    captionHeight,
    hasTitle,
  }: { readonly columns: number; readonly captionHeight: number; readonly hasTitle: boolean },
): SheetCell[] {
  const side = (sheetPage.width - 2 * margin - gap * (columns - 1)) / columns
  const cellHeight = side + captionHeight
  const rowsIn = (height: number) => Math.max(1, Math.floor((height + gap) / (cellHeight + gap)))
  const room = sheetPage.height - 2 * margin - footHeight
  const above = hasTitle ? titleHeight : 0
  const onFirst = rowsIn(room - above) * columns
  const onOther = rowsIn(room) * columns
  return Array.from({ length: count }, (_, place) => {
    const page = place < onFirst ? 0 : 1 + Math.floor((place - onFirst) / onOther)
    const onPage = page === 0 ? place : (place - onFirst) % onOther
    const x = margin + (onPage % columns) * (side + gap)
    const y = margin + (page === 0 ? above : 0) + Math.floor(onPage / columns) * (cellHeight + gap)
    return {
      page,
      picture: { x, y, width: side, height: side },
      words: { x, y: y + side, width: side, height: captionHeight },
    }
  })
}
