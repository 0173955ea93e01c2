import type { Point, Rect } from '#domain/geometry/rect.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { cardHeightExpanded, cardRect, cardWidth } from '#domain/layout/card.ts'
import { placeBranch } from '#domain/layout/place-branch.ts'
import type { CardLayout } from '#web/data/board/card-layout.ts'

/** Where a branch of this card will land, by the rule that the server uses; null when the parent is gone. */
export function placeOfBranch(parentId: string, cards: readonly CardLayout[]): Point | null {
  const parent = cards.find((card) => card.id === parentId)
  if (!parent) return null
  const children = cards.filter((card) => card.parentId === parentId)
  return placeBranch(parent, children, cards)
}

/** Where a card without a parent will land: its top left at the point, else in the middle of the view, and never on another card. */
export function placeOfNew(point: Point | null, visible: Rect, cards: readonly CardLayout[]): Point {
  const middle = {
    x: Math.round(visible.x + (visible.width - cardWidth) / 2),
    y: Math.round(visible.y + (visible.height - cardHeightExpanded) / 2),
  }
  return avoidOverlap(cardRect({ ...(point ?? middle), isCollapsed: false }), cards.map(cardRect))
}
