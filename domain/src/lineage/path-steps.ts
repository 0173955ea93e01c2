import { type Difference, differenceOf } from './difference.ts'
import { bestImage, type JudgedImage } from './judged-image.ts'
import type { Recipe } from './recipe.ts'

/** A generation on the path, with its images in their order. */
export type PathCard = Recipe & {
  readonly id: string
  readonly images: readonly (JudgedImage & { readonly id: string })[]
}

/** One step of the path to an image. */
export type PathStep<Card> = {
  readonly card: Card
  /** The image on the path; null where the card has none to show. */
  readonly imageId: string | null
  /** The change from the previous step; null at the first. */
  readonly difference: Difference | null
}

/** The image that the next card branched from, else the card's best, else its first completed one. */
function imageOnWay(card: PathCard, wanted: string | null): string | null {
  const isThere = card.images.filter(({ status }) => status === 'completed')
  const best = card.images[bestImage(card.images) ?? -1]
  return (isThere.find(({ id }) => id === wanted) ?? best ?? isThere[0])?.id ?? null
}

/**
 * The steps of a path, each with its change.
 * @param path From the root to the card of the image.
 * @param imageId The image that the path leads to.
 */
export const pathSteps = <Card extends PathCard>(path: readonly Card[], imageId: string | null): PathStep<Card>[] =>
  path.map((card, place) => {
    const before = path[place - 1]
    const next = path[place + 1]
    return {
      card,
      imageId: imageOnWay(card, next ? next.parentImageId : imageId),
      difference: before ? differenceOf(before, card) : null,
    }
  })
