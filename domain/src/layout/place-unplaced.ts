import type { Point, Rect } from '../geometry/rect.ts'
import { avoidOverlapBy } from './avoid-overlap.ts'
import { type CardPlace, canvasOrigin, cardRect, horizontalSpacing } from './card.ts'
import { createSpatialIndex } from './spatial-index.ts'

/** Imported cards without a position have exactly this one, which no layout here produces. */
export const unplaced: Point = { x: 0, y: 0 }

/**
 * Places cards in a row from the canvas's origin, 900 apart; where something is in the way, at the nearest free
 * place.
 * @param cards The cards to place, in the order of their creation.
 * @returns The places, in the same order.
 */
export function placeUnplaced(cards: readonly Pick<CardPlace, 'isCollapsed'>[], taken: readonly Rect[]): Point[] {
  const all = createSpatialIndex()
  for (const [index, rect] of taken.entries()) all.set(String(index), rect)
  return cards.map(({ isCollapsed }, index) => {
    const wanted = { x: canvasOrigin.x + index * horizontalSpacing, y: canvasOrigin.y }
    const place = avoidOverlapBy(cardRect({ ...wanted, isCollapsed }), (rect) => {
      const [first] = all
        .query(rect)
        .map(Number)
        .sort((a, b) => a - b)
      return first === undefined ? undefined : all.get(String(first))
    })
    all.set(String(taken.length + index), cardRect({ ...place, isCollapsed }))
    return place
  })
}
