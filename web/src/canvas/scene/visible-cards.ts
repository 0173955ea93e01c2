import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { type CoverGrid, createCoverGrid } from './cover-grid.ts'
import type { Scene, SceneCard } from './scene.ts'

/** The visible content of an area. */
export type VisibleCards = {
  /** From the lowest to the topmost. */
  readonly cards: SceneCard[]
  /** Whether the cards cover a part of the area completely. */
  readonly hides: CoverGrid['hides']
}

type Looking = {
  /** Which cards are included; all by default. */
  takesPart?(card: SceneCard): boolean
  /**
   * Is called for each visible card, from the topmost to the lowest.
   * @param hides Whether the cards above it cover a part of the area completely
   */
  onVisible?(card: SceneCard, hides: CoverGrid['hides']): void
}

/** The cards that are at least partly visible in the area. Reads the index, never all cards. */
export function visibleCards(
  scene: Pick<Scene, 'cards' | 'index'>,
  area: Rect,
  { takesPart = () => true, onVisible }: Looking = {},
): VisibleCards {
  const topmostFirst = scene.index
    .query(area)
    .flatMap((id) => scene.cards.get(id) ?? [])
    .filter(takesPart)
    .sort((a, b) => b.order - a.order)
  const grid = createCoverGrid(area)
  const visible = topmostFirst.filter((card) => {
    const rect = cardRect(card)
    if (grid.hides(rect)) return false
    onVisible?.(card, grid.hides)
    grid.cover(rect)
    return true
  })
  return { cards: visible.reverse(), hides: grid.snapshot() }
}
