import type { Point, Rect } from '../geometry/rect.ts'
import { cardHeightExpanded, cardRect, cardWidth } from '../layout/card.ts'
import { wantedBranchPlace } from '../layout/place-branch.ts'
import { createSpatialIndex } from '../layout/spatial-index.ts'

/** Kept free between a card and the rim, and between two cards, in canvas pixels. */
const gap = 40
/** The places of cards next to each other. */
const pitch = { x: cardWidth + 2 * gap, y: cardHeightExpanded + 2 * gap }

const cardAt = ({ x, y }: Point): Rect => cardRect({ x, y, isCollapsed: false })
const isWhollyIn = (area: Rect, { x, y, width, height }: Rect) =>
  x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height

/** Positions from one side to the other at the pitch, the last at the far side. */
function along(from: number, length: number, card: number, step: number): number[] {
  const room = length - card
  if (room < 0) return []
  const inset = Math.min(gap, room / 2)
  const count = Math.floor((room - 2 * inset) / step)
  const steps = Array.from({ length: count + 1 }, (_, place) => from + inset + place * step)
  const last = from + length - inset - card
  return last - (steps.at(-1) ?? last) > 1 ? [...steps, last] : steps
}

/**
 * The place of a new card in a purse, wholly inside and over nothing that is there: the wanted one where it is free; next to its parent
 * where there is one; else a free one of a grid, in the order in which a page is read; else one beside a card or note, so that room between
 * those that were moved by hand is found.
 * @param taken The space of cards and notes that reach into the area.
 * @returns Null where no card fits.
 */
export function placeInPurse(
  area: Rect,
  {
    wanted,
    parent,
    children,
    taken,
  }: {
    readonly wanted: Point | null
    readonly parent: Point | null
    readonly children: readonly Point[]
    readonly taken: readonly Rect[]
  },
): Point | null {
  const index = createSpatialIndex()
  for (const [place, rect] of taken.entries()) index.set(String(place), rect)
  const isFree = (place: Point) => isWhollyIn(area, cardAt(place)) && index.query(cardAt(place)).length === 0
  const first = wanted ?? (parent && wantedBranchPlace(parent, children))
  if (first && isFree(first)) return first
  const distance = ({ x, y }: Point) => (first ? Math.hypot(x - first.x, y - first.y) : 0)
  const nearest = (places: readonly Point[]) =>
    places.toSorted((a, b) => distance(a) - distance(b) || a.y - b.y || a.x - b.x).find(isFree)
  const columns = along(area.x, area.width, cardWidth, pitch.x)
  const rows = along(area.y, area.height, cardHeightExpanded, pitch.y)
  const grid = rows.flatMap((y) => columns.map((x) => ({ x, y })))
  return nearest(grid) ?? nearest(taken.flatMap((rect) => besideOf(rect, columns, rows))) ?? null
}

/** Places that touch the margin of a rectangle: in line with it, and with the grid. */
function besideOf({ x, y, width, height }: Rect, columns: readonly number[], rows: readonly number[]): Point[] {
  const xs = [x + width + gap, x - gap - cardWidth]
  const ys = [y + height + gap, y - gap - cardHeightExpanded]
  return [
    ...xs.flatMap((at) => [y, ...rows].map((row) => ({ x: at, y: row }))),
    ...ys.flatMap((at) => [x, ...columns].map((column) => ({ x: column, y: at }))),
  ]
}
