import { overlaps, type Point } from '../geometry/rect.ts'
import { type CardPlace, canvasOrigin, cardRect } from './card.ts'
import { stepsByDistance } from './steps-by-distance.ts'

/** The place of a card without a parent: the canvas's origin, or the nearest place around it that overlaps nothing. */
export function placeRoot(cards: readonly CardPlace[]): Point {
  const rects = cards.map(cardRect)
  for (const step of stepsByDistance()) {
    const place = { x: canvasOrigin.x + step.x, y: canvasOrigin.y + step.y }
    const wanted = cardRect({ ...place, isCollapsed: false })
    if (!rects.some((rect) => overlaps(rect, wanted))) return place
  }
  throw new Error('The canvas is endless: a free place always exists.')
}
