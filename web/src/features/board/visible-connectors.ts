import { boundsOf, overlaps, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { connector } from '#domain/layout/connector.ts'
import type { CardLayout } from '#web/data/board/card-layout.ts'

export type VisibleConnector = { readonly parent: CardLayout; readonly child: CardLayout }

/** The branches whose curve may run through the area, wherever their cards lie. */
export function visibleConnectors(cards: readonly CardLayout[], area: Rect): VisibleConnector[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const found: VisibleConnector[] = []
  for (const child of cards) {
    const parent = child.parentId === null ? undefined : byId.get(child.parentId)
    if (!parent) continue
    const { from, control1, control2, to } = connector(cardRect(parent), cardRect(child))
    // A Bézier curve stays inside the hull of its four points. A pixel more, so that a straight one has an area.
    const hull = boundsOf([from, control1, control2, to].map((point) => ({ ...point, width: 1, height: 1 })))
    if (hull && overlaps(hull, area)) found.push({ parent, child })
  }
  return found
}
