import type { CardPlace } from '#domain/layout/card.ts'

/** The layout of a card on the canvas. */
export type CardLayout = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Higher is above: cards are stacked in the order of their creation. */
  readonly order: number
}

/** Whether the canvas would show both alike. */
export const isSameLayout = (a: CardLayout, b: CardLayout) =>
  a.x === b.x &&
  a.y === b.y &&
  a.isCollapsed === b.isCollapsed &&
  a.parentId === b.parentId &&
  a.order === b.order &&
  a.createdAt === b.createdAt
