import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { type CardLayout, isSameLayout } from './card-layout.ts'

/** The places of the visible cards: by id, by place on the canvas, and by parent. */
export function createShownCards() {
  const layouts = new Map<string, CardLayout>()
  const children = new Map<string, Set<string>>()
  const index = createSpatialIndex()

  const unlink = ({ id, parentId }: CardLayout) => {
    if (parentId === null) return
    const siblings = children.get(parentId)
    siblings?.delete(id)
    if (siblings?.size === 0) children.delete(parentId)
  }

  const link = ({ id, parentId }: CardLayout) => {
    if (parentId === null) return
    const siblings = children.get(parentId)
    if (siblings) siblings.add(id)
    else children.set(parentId, new Set([id]))
  }

  return {
    layouts: layouts as ReadonlyMap<string, CardLayout>,
    index,

    childrenOf: (id: string): ReadonlySet<string> | undefined => children.get(id),

    /** The card and its descendants, parents first. */
    branchOf(id: string): string[] {
      const found = new Set([id])
      for (const parent of found) for (const child of children.get(parent) ?? []) found.add(child)
      return [...found]
    },

    /** Shows a card at its place; null: hides it. Returns whether anything has changed. */
    show(id: string, layout: CardLayout | null): boolean {
      const before = layouts.get(id)
      if (!layout) {
        if (!before) return false
        layouts.delete(id)
        index.remove(id)
        unlink(before)
        return true
      }
      if (before && isSameLayout(before, layout)) return false
      if (before) unlink(before)
      layouts.set(id, layout)
      index.set(id, cardRect(layout))
      link(layout)
      return true
    },
  }
}
