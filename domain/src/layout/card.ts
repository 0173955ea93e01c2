import type { Point, Rect } from '../geometry/rect.ts'

/** All in canvas pixels. */
export const cardWidth = 800
export const cardHeightExpanded = 340
export const cardHeightCollapsed = 140

/** The place of the first card of a project: the center of the nominal canvas of 20000 × 20000. */
export const canvasOrigin: Point = { x: 10_000, y: 10_000 }

export const horizontalSpacing = 900
export const siblingOffset = 450

export type CardPlace = Point & { readonly isCollapsed: boolean }

export function cardRect(place: CardPlace): Rect {
  return {
    x: place.x,
    y: place.y,
    width: cardWidth,
    height: place.isCollapsed ? cardHeightCollapsed : cardHeightExpanded,
  }
}
