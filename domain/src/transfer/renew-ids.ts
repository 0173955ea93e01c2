import { imageIdOf } from '../generation/image-id.ts'

type Card = { readonly id: string; readonly images: readonly { readonly id: string; readonly orderNum: number }[] }

/**
 * An id of its own for each card and image of a board that is copied: those of images follow from their card's, as those of
 * new ones do. What is no id of the board is not in the map, so that a copy can name nothing outside of itself.
 */
export function renewIds(cards: readonly Card[], newId: () => string): ReadonlyMap<string, string> {
  const renewed = new Map<string, string>()
  for (const { id, images } of cards) {
    const cardId = newId()
    renewed.set(id, cardId)
    for (const image of images) renewed.set(image.id, imageIdOf(cardId, image.orderNum))
  }
  return renewed
}
