import { imageIdOf } from '../generation/image-id.ts'

type Card = { readonly id: string; readonly images: readonly { readonly id: string; readonly orderNum: number }[] }

/**
 * A new id for each card and image of a copied board: those of images follow from their card's, as for new ones. Ids of
 * other boards are not in the map, so that a copy cannot refer to anything outside of itself.
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
