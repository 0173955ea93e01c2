import type { Point } from '../geometry/rect.ts'
import { avoidOverlap } from './avoid-overlap.ts'
import { type CardPlace, cardHeightExpanded, cardRect, cardWidth, horizontalSpacing } from './card.ts'
import { placeRoot } from './place-root.ts'

/** Cards beside each other; more go on below. */
const cardsInRow = 5
const rowSpacing = cardHeightExpanded + horizontalSpacing - cardWidth

/**
 * The places of cards that come together: a row from the wanted place on, each pushed away where it would overlap another.
 * @param wanted The place of the first; null: the free place where a new root would be.
 */
export function placeRow(wanted: Point | null, count: number, cards: readonly CardPlace[]): Point[] {
  const first = wanted ?? placeRoot(cards)
  const taken = cards.map(cardRect)
  return Array.from({ length: count }, (_, index) => {
    const place = {
      x: first.x + (index % cardsInRow) * horizontalSpacing,
      y: first.y + Math.floor(index / cardsInRow) * rowSpacing,
    }
    const free = avoidOverlap(cardRect({ ...place, isCollapsed: false }), taken)
    taken.push(cardRect({ ...free, isCollapsed: false }))
    return free
  })
}
