import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { createCoverGrid } from './cover-grid.ts'
import type { Scene, SceneCard } from './scene.ts'

/** The cards of which something can be seen in the area, from the lowest to the topmost. Asks the index, never all cards. */
export function visibleCards(
  scene: Pick<Scene, 'cards' | 'index'>,
  area: Rect,
  takesPart: (card: SceneCard) => boolean = () => true,
): SceneCard[] {
  const topmostFirst = scene.index
    .query(area)
    .flatMap((id) => scene.cards.get(id) ?? [])
    .filter(takesPart)
    .sort((a, b) => b.order - a.order)
  const grid = createCoverGrid(area)
  const visible = topmostFirst.filter((card) => {
    const rect = cardRect(card)
    if (grid.hides(rect)) return false
    grid.cover(rect)
    return true
  })
  return visible.reverse()
}
