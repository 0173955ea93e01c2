import type { CardPlace } from '#domain/layout/card.ts'

/** What the canvas has to know of a card before it shows it. */
export type CardLayout = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Higher lies above: cards lie in the order in which they were made. */
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
