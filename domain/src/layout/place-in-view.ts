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

/** A place that is off the row or the column of a card by no more than this is moved there, in canvas pixels. */
const maxSnap = 120
/** Cards that are further away are no neighbors, in canvas pixels. */
const maxNeighborDistance = 1_200

/** The value nearest to a coordinate among those of the neighbors; the coordinate itself where none is near. */
function snap(coordinate: number, values: readonly number[]): number {
  const distance = (value: number) => Math.abs(value - coordinate)
  const near = values.filter((value) => distance(value) <= maxSnap)
  return near.reduce((best, value) => (distance(value) < distance(best) ? value : best), near[0] ?? coordinate)
}

/**
 * Moves the place of a card to the row and the column of cards around it, where it is off by little and the new place is free.
 * @param taken Cards and notes; only cards have rows and columns.
 */
export function snapToNeighbors(place: Point, taken: readonly Rect[]): Point {
  const near = taken.filter(
    ({ x, y }) => Math.abs(x - place.x) <= maxNeighborDistance && Math.abs(y - place.y) <= maxNeighborDistance,
  )
  const cards = near.filter(({ width }) => width === cardWidth)
  const column = snap(
    place.x,
    cards.map(({ x }) => x),
  )
  const row = snap(
    place.y,
    cards.map(({ y }) => y),
  )
  const isFree = (point: Point) => !near.some((rect) => overlaps(grown(cardAt(point), gap), rect))
  const places = [
    { x: column, y: row },
    { x: place.x, y: row },
    { x: column, y: place.y },
  ]
  return places.find(isFree) ?? place
}

const cardAt = (place: Point): Rect => ({ x: place.x, y: place.y, width: cardWidth, height: cardHeightExpanded })

/** Places along one side of the view where a card of this length fits, from the middle outwards. */
function along(from: number, length: number, card: number): number[] {
  const middle = from + (length - card) / 2
  const count = Math.max(0, Math.floor((length - card) / 2 / step))
  return [middle, ...Array.from({ length: count }, (_, n) => [middle - (n + 1) * step, middle + (n + 1) * step]).flat()]
}

/**
 * The place for a new card where it is seen at once: the free one next to the middle of the view. Where the view has none, the
 * place that `avoidOverlap` finds from its middle. In line with the cards around it.
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
  const free = places.find((place) => !near.some((rect) => overlaps(grown(cardAt(place), gap), rect)))
  const { x, y } = snapToNeighbors(free ?? avoidOverlap(cardAt(middle), taken), taken)
  return { x: Math.round(x), y: Math.round(y) }
}
