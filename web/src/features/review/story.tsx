import { useMemo, useRef } from 'react'
import type { SharedCardShape } from '#contract/sharing/shared-board.ts'
import { differenceOf } from '#domain/lineage/difference.ts'
import { pathFromRoot } from '#domain/lineage/path-from-root.ts'
import type { Recipe } from '#domain/lineage/recipe.ts'
import { sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { useStore } from '#web/data/store.ts'
import { useKeys } from '#web/ui/keyboard.ts'
import { Filmstrip, type FilmstripStep, type StepCaption, stepCaption, useWalk } from '#web/viewing/filmstrip.tsx'
import { filmstripTexts } from '#web/viewing/texts.ts'
import type { LookedAt, Review } from './review-state.ts'
import { reviewTexts } from './texts.ts'

/** The path to the image, to be stepped through and played. Renders nothing for a single step. */
export function Story({ review, lookedAt }: { review: Review; lookedAt: LookedAt }) {
  const { imageId, endId } = lookedAt
  const shown = useStore(review.shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read off what is shown now
  const steps = useMemo(() => storyOf(review, endId), [review, shown, endId])
  const walk = useWalk({
    count: steps.length,
    current: steps.findIndex((step) => step.imageId === imageId),
    onStep: (place) => {
      const shownId = steps[place]?.imageId
      if (shownId !== undefined) review.lookedAt.set({ imageId: shownId, endId })
    },
  })
  const node = useRef<HTMLElement>(null)
  useKeys('dialog', walk.keys, { within: node })
  if (steps.length < 2) return null
  return (
    <section ref={node} className="review-story min-w-0 px-2 max-sm:hidden" aria-label={filmstripTexts.title}>
      <Filmstrip steps={steps} walk={walk} />
    </section>
  )
}

/** One step of the path to an image. */
export type StoryStep = FilmstripStep & {
  /** The image that the path leads through. */
  readonly imageId: string
}

/** The settings of a card as far as the link has them: without uploads. Null where they are hidden. */
const recipeOf = ({ recipe, parentImageId }: SharedCardShape): Recipe | null =>
  recipe && {
    ...recipe,
    edit: recipe.operation && { operation: recipe.operation },
    settings: recipe,
    imagePrompts: [],
    styleReferences: [],
    parentImageId,
  }

function captionOf(before: SharedCardShape | undefined, card: SharedCardShape, place: number): StepCaption {
  const [old, now] = [before ? recipeOf(before) : null, recipeOf(card)]
  if (before && !now) return { text: reviewTexts.step(place), others: 0 }
  return stepCaption(old && now && differenceOf(old, now), (title) => title ?? reviewTexts.noStyle)
}

/**
 * The path from the root to an image, each step with its main change, as far as the link shows it. Cards without a
 * picture are skipped.
 */
export function storyOf({ id: linkId, shown }: Pick<Review, 'id' | 'shown'>, imageId: string): StoryStep[] {
  const { cards, pictures } = shown.get()
  const find = (id: string) => {
    const card = cards.get(id)
    return card && { id, parentId: card.parentGenerationId, card }
  }
  const path = pathFromRoot(pictures.get(imageId)?.card.id ?? '', find)
  return path.flatMap(({ card }, at): StoryStep[] => {
    const next = path[at + 1]?.card
    const wanted = next ? next.parentImageId : imageId
    const image = card.images.find(({ id }) => id === wanted) ?? card.images[0]
    if (!image) return []
    const picture = { ...image, address: sharedImageAddress(linkId, image.id, 256) }
    return [{ cardId: card.id, imageId: image.id, picture, caption: captionOf(path[at - 1]?.card, card, at + 1) }]
  })
}
