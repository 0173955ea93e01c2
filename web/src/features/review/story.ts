import type { SharedCardShape } from '#contract/shared-board.ts'
import { reviewTexts } from './texts.ts'

/** One step of the way to a picture. */
export type StoryStep = {
  readonly card: SharedCardShape
  /** The image that the way leads through; null where the card has none. */
  readonly imageId: string | null
  /** The most telling thing that changed from the step before, in words. */
  readonly change: string
}

const { changes } = reviewTexts

function changeBetween(before: SharedCardShape | undefined, after: SharedCardShape): string {
  if (!before) return changes.start
  if (after.prompt !== before.prompt) return after.prompt ?? changes.prompt
  if (after.model !== before.model) return changes.model(after.model)
  if (after.style !== before.style) return changes.style(after.style)
  if (after.aspectRatio !== before.aspectRatio) return changes.ratio(after.aspectRatio)
  if (after.resolution !== before.resolution) return changes.resolution(after.resolution)
  if (after.rawMode !== before.rawMode) return changes.raw(after.rawMode)
  return changes.again
}

/** The way from the root to a picture, each step with what changed. Ends where parents point in a circle. */
export function storyOf(cards: ReadonlyMap<string, SharedCardShape>, cardId: string, imageId: string): StoryStep[] {
  const path: SharedCardShape[] = []
  for (let card = cards.get(cardId); card && !path.includes(card); card = cards.get(card.parentGenerationId ?? ''))
    path.unshift(card)
  return path.map((card, place) => {
    const next = path[place + 1]
    const wanted = next ? next.parentImageId : imageId
    const shown = card.images.find(({ id }) => id === wanted) ?? card.images[0]
    return { card, imageId: shown?.id ?? null, change: changeBetween(path[place - 1], card) }
  })
}
