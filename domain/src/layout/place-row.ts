import type { Point, Rect } from '../geometry/rect.ts'
import { avoidOverlap } from './avoid-overlap.ts'
import { cardHeightExpanded, cardRect, cardWidth, horizontalSpacing } from './card.ts'
import { placeRoot } from './place-root.ts'

/** Cards beside each other; more go on below. */
const cardsInRow = 5
const rowSpacing = cardHeightExpanded + horizontalSpacing - cardWidth

/**
 * The places of cards that come together: a row from the wanted place on, each pushed away where something is in the way.
 * @param wanted The place of the first; null: the free place where a new root would be.
 */
export function placeRow(wanted: Point | null, count: number, taken: readonly Rect[]): Point[] {
  const first = wanted ?? placeRoot(taken)
  const all = [...taken]
  return Array.from({ length: count }, (_, index) => {
    const place = {
      x: first.x + (index % cardsInRow) * horizontalSpacing,
      y: first.y + Math.floor(index / cardsInRow) * rowSpacing,
    }
    const free = avoidOverlap(cardRect({ ...place, isCollapsed: false }), all)
    all.push(cardRect({ ...free, isCollapsed: false }))
    return free
  })
}
