import type { Point } from '../geometry/rect.ts'
import { type CardPlace, canvasOrigin, cardRect } from './card.ts'
import { createSpatialIndex } from './spatial-index.ts'
import { stepsByDistance } from './steps-by-distance.ts'

/** The place of a card without a parent: the canvas's origin, or the nearest place around it without an overlap. */
export function placeRoot(cards: readonly CardPlace[]): Point {
  const taken = createSpatialIndex()
  for (const [index, card] of cards.entries()) taken.set(String(index), cardRect(card))
  for (const step of stepsByDistance()) {
    const place = { x: canvasOrigin.x + step.x, y: canvasOrigin.y + step.y }
    const wanted = cardRect({ ...place, isCollapsed: false })
    if (taken.query(wanted).length === 0) return place
  }
  throw new Error('The canvas is endless: a free place always exists.')
}
