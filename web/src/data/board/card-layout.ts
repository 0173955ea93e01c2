import type { GenerationShape } from '#contract/generation.ts'
import type { CardPlace } from '#domain/layout/card.ts'

/** What the canvas has to know of a card before it shows it. */
export type CardLayout = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  readonly createdAt: string
}

/** The places of all cards. The one from before is given back if nothing moved, so that new images re-arrange nothing. */
export function layoutOf(generations: Iterable<GenerationShape>, before: readonly CardLayout[]): readonly CardLayout[] {
  const known = new Map(before.map((card) => [card.id, card]))
  let isSame = true
  const after = Array.from(generations, (generation) => {
    const card = {
      id: generation.id,
      parentId: generation.parentGenerationId,
      x: generation.canvasX,
      y: generation.canvasY,
      isCollapsed: generation.isCollapsed,
      createdAt: generation.createdAt,
    }
    const old = known.get(card.id)
    if (old && old.x === card.x && old.y === card.y && old.isCollapsed === card.isCollapsed) return old
    isSame = false
    return card
  })
  return isSame && after.length === before.length ? before : after
}
