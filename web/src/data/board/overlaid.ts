import type { GenerationShape } from '#contract/generation.ts'
import type { BoardChange } from '#domain/board/change.ts'
import type { CardLayout } from './card-layout.ts'

/** Whether a card is on the board once the changes are in force. */
export const isShown = (isLive: boolean, changes: readonly BoardChange[]) =>
  changes.reduce((shown, { kind }) => (kind === 'delete' || kind === 'restore' ? kind === 'restore' : shown), isLive)

/** A card's place once the changes are in force. */
export function overlaidLayout(layout: CardLayout, changes: readonly BoardChange[]): CardLayout {
  return changes.reduce((card, change) => {
    if (change.kind === 'place') return { ...card, x: change.canvasX, y: change.canvasY }
    return change.kind === 'collapse' ? { ...card, isCollapsed: change.isCollapsed } : card
  }, layout)
}

/** A generation once the changes are in force. Images that none of them touches keep their identity. */
export function overlaidGeneration(generation: GenerationShape, changes: readonly BoardChange[]): GenerationShape {
  return changes.reduce((shown, change) => {
    switch (change.kind) {
      case 'place':
        return { ...shown, canvasX: change.canvasX, canvasY: change.canvasY }
      case 'collapse':
        return { ...shown, isCollapsed: change.isCollapsed }
      case 'feedback':
        return { ...shown, images: shown.images.map((image) => withFeedback(image, change)) }
      default:
        return shown
    }
  }, generation)
}

function withFeedback(
  image: GenerationShape['images'][number],
  { imageId, feedbackType, isGiven }: Extract<BoardChange, { kind: 'feedback' }>,
) {
  if (image.id !== imageId || image.feedback.includes(feedbackType) === isGiven) return image
  const others = image.feedback.filter((type) => type !== feedbackType)
  return { ...image, feedback: isGiven ? [...others, feedbackType] : others }
}
