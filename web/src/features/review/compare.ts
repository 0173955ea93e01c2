import { formatSeed } from '#domain/format.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { sharedImageAddress } from '#web/data/shared/shared-images.ts'
import type { ComparedPicture } from '#web/viewing/comparison.tsx'
import { controlFacts } from '#web/viewing/control-texts.ts'
import { maxCompared } from '#web/viewing/gathered.ts'
import { compareTexts } from '#web/viewing/texts.ts'
import type { Review, SharedPicture } from './review-state.ts'
import { storyOf } from './story.tsx'
import { reviewTexts } from './texts.ts'

/**
 * The images that a comparison would start with: the collected ones, else the previous step and the current image, else
 * those of its card. Fewer than two cannot be compared.
 */
export function imagesToCompare(review: Review, imageId: string): readonly string[] {
  const gathered = review.gathered.get()
  if (gathered.length > 1) return gathered
  const before = storyOf(review, imageId).at(-2)?.imageId ?? null
  if (before !== null) return [before, imageId]
  const ids =
    review.shown
      .get()
      .pictures.get(imageId)
      ?.card.images.map(({ id }) => id) ?? []
  return ids.slice(0, maxCompared)
}

/** Opens the comparison, where there are enough images. */
export function openComparison(review: Review, imageId: string): void {
  const ids = imagesToCompare(review, imageId)
  if (ids.length > 1) review.compared.set(ids)
}

/** A compared picture, with the settings that the link shows. */
export function comparedPicture(shareId: string, { card: { recipe }, image }: SharedPicture): ComparedPicture {
  const { fields } = compareTexts
  const prompt = recipe && promptOf(recipe, image)
  const pixels = `${image.width} × ${image.height}`
  return {
    id: image.id,
    address: sharedImageAddress(shareId, image.id, 1_536),
    label: reviewTexts.image(prompt, image.orderNum + 1),
    prompt,
    facts: recipe
      ? [
          { name: fields.model, value: shownModel(recipe.model) },
          { name: fields.style, value: recipe.style ?? reviewTexts.noStyle },
          {
            name: fields.settings,
            value: [
              recipe.aspectRatio,
              recipe.resolution,
              pixels,
              ...(recipe.rawMode ? [reviewTexts.raw] : []),
              ...controlFacts(recipe.controls),
            ].join(' · '),
          },
          { name: fields.seed, value: formatSeed(recipe.seed) },
        ]
      : [{ name: reviewTexts.size, value: pixels }],
  }
}
