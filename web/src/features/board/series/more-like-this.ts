import type { GenerationShape } from '#contract/generation.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { cardRect, siblingOffset } from '#domain/layout/card.ts'
import { requestGeneration } from '#web/data/generations.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardView } from '../board-view.ts'
import { refusalOf } from './hidden-refusal.ts'
import { repeatCard } from './repeat-card.ts'
import { seriesTexts } from './texts.ts'

/**
 * The same settings and the same parent once more, with new seeds: a card below the one that it is like.
 * @param card As it was made.
 */
export async function moreLikeThis({ board, awaited }: BoardView, card: GenerationShape): Promise<void> {
  const { x, y } = avoidOverlap(
    cardRect({ x: card.canvasX, y: card.canvasY + siblingOffset, isCollapsed: false }),
    Array.from(board.cards.values(), cardRect),
  )
  const { aspectRatio, resolution, rawMode } = card.settings
  const waiting = {
    key: crypto.randomUUID(),
    place: { x, y },
    prompt: card.prompt,
    modelName: board.getGeneration(card.id)?.model ?? card.model,
    settings: { aspectRatio, resolution, rawMode },
  }
  awaited.set([...awaited.get(), waiting])
  try {
    const again = repeatCard(card, { seed: null })
    // Its place is another one once the first has come to the board.
    const intent = { moreLike: card.id, ...again }
    await requestGeneration({ ...again, projectId: card.projectId, canvasX: x, canvasY: y }, intent)
  } catch (error) {
    const { failed: title, failedWithoutReason: fallback } = seriesTexts
    const seePlans = () => location.assign('/pricing')
    showToast(refusalOf(board, [card.id], { error, title, fallback, seePlans }))
  } finally {
    awaited.set(awaited.get().filter((other) => other !== waiting))
  }
}
