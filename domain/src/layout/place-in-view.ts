import { overlaps, type Point, type Rect } from '../geometry/rect.ts'
import { avoidOverlap } from './avoid-overlap.ts'
import { cardHeightExpanded, cardWidth } from './card.ts'

/** Between a new card and its neighbors, in canvas pixels. */
const gap = 40
/** From one tried place to the next, in canvas pixels. */
const step = 60

const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Places along one side of the view where a card of this length fits, from the middle outwards. */
function along(from: number, length: number, card: number): number[] {
  const middle = from + (length - card) / 2
  const count = Math.max(0, Math.floor((length - card) / 2 / step))
  return [middle, ...Array.from({ length: count }, (_, n) => [middle - (n + 1) * step, middle + (n + 1) * step]).flat()]
}

/**
 * The place for a new card where it is seen at once: the free one next to the middle of the view. Where the view has none, the
 * place that `avoidOverlap` finds from its middle.
 * @param view The part of the board that nothing covers.
 */
export function placeInView(view: Rect, taken: readonly Rect[]): Point {
  const near = taken.filter((rect) => overlaps(rect, grown(view, gap)))
  const middle = {
    x: view.x + (view.width - cardWidth) / 2,
    y: view.y + (view.height - cardHeightExpanded) / 2,
  }
  const distance = ({ x, y }: Point) => Math.hypot(x - middle.x, y - middle.y)
  const places = along(view.x, view.width, cardWidth)
    .flatMap((x) => along(view.y, view.height, cardHeightExpanded).map((y) => ({ x, y })))
    .sort((a, b) => distance(a) - distance(b))
  const cardAt = (place: Point): Rect => ({ ...place, width: cardWidth, height: cardHeightExpanded })
  const free = places.find((place) => !near.some((rect) => overlaps(grown(cardAt(place), gap), rect)))
  const { x, y } = free ?? avoidOverlap(cardAt(middle), taken)
  return { x: Math.round(x), y: Math.round(y) }
}
