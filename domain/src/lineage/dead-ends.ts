import type { LineageNode } from './descendants.ts'
import { isLikedOrStarred, type JudgedImage } from './judged-image.ts'

/** A card as it is looked at for dead ends. */
export type JudgedCard = LineageNode<string> & { readonly images: readonly JudgedImage[] }

const isUnderWay = ({ status }: JudgedImage) => status === 'queued' || status === 'running' || status === 'uncertain'

/**
 * The cards that lead nowhere: neither on them nor on any card below is an image that is liked or starred, or still being
 * made. Empty while nothing is liked or starred yet: then no way has been chosen.
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
