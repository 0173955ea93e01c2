import type { GenerationShape } from '#contract/generation.ts'
import type { BoardChange } from '#domain/board/change.ts'
import type { CardLayout } from './card-layout.ts'

/** Whether a card is on the board once the changes are in force. */
export const isShown = (isLive: boolean, changes: readonly BoardChange[]) =>
  changes.reduce((shown, { kind }) => (kind === 'delete' || kind === 'restore' ? kind === 'restore' : shown), isLive)

/** A card's place once the changes are in force. */
export function overlaidLayout(layout: CardLayout, changes: readonly BoardChange[]): CardLayout {
  let card = layout
  for (const change of changes) {
    if (change.kind === 'place') card = { ...card, x: change.canvasX, y: change.canvasY }
    if (change.kind === 'collapse') card = { ...card, isCollapsed: change.isCollapsed }
  }
  return card
}

/** A generation once the changes are in force. Images that none of them touches keep their identity. */
export function overlaidGeneration(generation: GenerationShape, changes: readonly BoardChange[]): GenerationShape {
  let shown = generation
  for (const change of changes) shown = withChange(shown, change)
  return shown
}

function withChange(generation: GenerationShape, change: BoardChange): GenerationShape {
  switch (change.kind) {
    case 'place':
      return { ...generation, canvasX: change.canvasX, canvasY: change.canvasY }
    case 'collapse':
      return { ...generation, isCollapsed: change.isCollapsed }
    case 'feedback':
      return { ...generation, images: generation.images.map((image) => withFeedback(image, change)) }
    default:
      return generation
  }
}

function withFeedback(
  image: GenerationShape['images'][number],
  { imageId, feedbackType, isGiven }: Extract<BoardChange, { kind: 'feedback' }>,
) {
  if (image.id !== imageId || image.feedback.includes(feedbackType) === isGiven) return image
  const others = image.feedback.filter((type) => type !== feedbackType)
  return { ...image, feedback: isGiven ? [...others, feedbackType] : others }
}
