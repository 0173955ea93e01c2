import { cardRect } from '#domain/layout/card.ts'
import { inReadingOrder } from '#domain/layout/frame-content.ts'
import { facePlace } from '#domain/lineage/judged-image.ts'
import { maxReferencePictures } from '#domain/prompt/named-reference.ts'
import type { BoardSession } from '../board-session.ts'

/** The images that represent cards, of each the starred or the first one, in reading order: as many as a reference has. */
export function faceImageIds(board: Pick<BoardSession['board'], 'cards' | 'getGeneration'>, cardIds: Iterable<string>) {
  const cards = [...cardIds].flatMap((id) => board.cards.get(id) ?? [])
  return inReadingOrder(cards.map((card) => ({ ...cardRect(card), id: card.id })))
    .flatMap(({ id }) => {
      const images = board.getGeneration(id)?.images ?? []
      const image = images[facePlace(images)]
      return image?.status === 'completed' ? [image.id] : []
    })
    .slice(0, maxReferencePictures)
}
