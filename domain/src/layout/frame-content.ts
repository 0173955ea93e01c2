import type { Frame, Note } from '../board/board-item.ts'
import { boundsOf, centreOf, type Point, type Rect } from '../geometry/rect.ts'

/** Canvas pixels. The height of a note follows from its text; this much is counted where it matters for a place. */
export const noteWidth = 480
export const noteHeight = 120

/** Kept free between a frame and what it is fitted to, in canvas pixels. */
const framePadding = 50

/** A frame that is put into the middle of the view: one card wide and two high. */
export const newFrameSize = { width: 900, height: 900 }

/** A line of a note in canvas pixels, and its letters, where the view is too far to read it. */
const blankLine = { height: 38, letters: 32 }

/** The height of the words of a note, without rendering them. */
export const blankNoteHeight = (text: string): number =>
  text.split('\n').reduce((lines, line) => lines + Math.ceil(line.length / blankLine.letters), 0) * blankLine.height

/** The area of a note that says where it lies: its beginning, whatever its text. All of it is `noteSpace`. */
export const noteRect = ({ x, y }: Point): Rect => ({ x, y, width: noteWidth, height: noteHeight })

/** Whether something lies in a frame: its center does. */
export function liesIn(frame: Rect, rect: Rect): boolean {
  const { x, y } = centreOf(rect)
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height
}

/** The notes in a frame, and the smaller frames in it. */
export const itemsIn = (
  frame: Frame,
  { frames, notes }: { readonly frames: Iterable<Frame>; readonly notes: Iterable<Note> },
): { frames: Frame[]; notes: Note[] } => ({
  frames: [...frames].filter((other) => other.id !== frame.id && areaOf(other) < areaOf(frame) && liesIn(frame, other)),
  notes: [...notes].filter((note) => liesIn(frame, noteRect(note))),
})

const areaOf = ({ width, height }: Rect) => width * height

/** The frame around these; null for none. */
export function frameAround(rects: readonly Rect[]): Rect | null {
  const bounds = boundsOf(rects)
  return (
    bounds && {
      x: bounds.x - framePadding,
      y: bounds.y - framePadding,
      width: bounds.width + 2 * framePadding,
      height: bounds.height + 2 * framePadding,
    }
  )
}

/** In the order in which a page is read: rows from the top, each from the left. Two share a row if they overlap in height by half. */
export function inReadingOrder<Item extends Rect>(items: readonly Item[]): Item[] {
  const rows: Item[][] = []
  for (const item of items.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    const isSameRow = first !== undefined && item.y < first.y + first.height / 2
    if (row && isSameRow) row.push(item)
    else rows.push([item])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x))
}
