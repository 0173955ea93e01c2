import { hasEnded } from '../generation/status.ts'
import type { LineageNode } from './descendants.ts'
import { isLikedOrStarred, type JudgedImage } from './judged-image.ts'

/** The fields of a card that decide whether it is a dead end. */
export type JudgedCard = LineageNode<string> & { readonly images: readonly JudgedImage[] }

const isUnderWay = ({ status }: JudgedImage) => !hasEnded(status)

/**
 * The dead ends: cards without a liked, starred or pending image on them or below. Empty while nothing is liked or
 * starred: then no branch has been chosen yet.
 */
export function deadEnds(cards: readonly JudgedCard[]): string[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  if (!cards.some(({ images }) => images.some(isLikedOrStarred))) return []
  const alive = new Set<string>()
  for (const card of cards) {
    if (!card.images.some((image) => isLikedOrStarred(image) || isUnderWay(image))) continue
    let above: JudgedCard | undefined = card
    while (above && !alive.has(above.id)) {
      alive.add(above.id)
      above = byId.get(above.parentId ?? '')
    }
  }
  return cards.filter(({ id }) => !alive.has(id)).map(({ id }) => id)
}
