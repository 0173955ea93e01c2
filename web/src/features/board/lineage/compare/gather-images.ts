import { bestImage } from '#domain/lineage/keepers.ts'
import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardView } from '../../board-view.ts'
import { finishedImages } from '../../branching/composing.ts'
import { mostCompared } from './compare-modes.ts'
import { compareTexts } from './compare-texts.ts'

/** Takes an image into the comparison, or out of it. */
export function toggleGathered({ lineage: { gathered } }: BoardView, imageId: string): void {
  const now = gathered.get()
  if (now.includes(imageId)) {
    gathered.set(now.filter((id) => id !== imageId))
    announce(compareTexts.removed)
  } else if (now.length >= mostCompared) {
    showToast({ kind: 'info', title: compareTexts.full, description: compareTexts.fullText })
  } else {
    gathered.set([...now, imageId])
    announce(compareTexts.added(now.length + 1))
  }
}

/**
 * The images that a comparison would begin with: those that were gathered, else the best of each selected card, else all of
 * the one that is selected. Fewer than two: there is nothing to compare.
 */
export function imagesToCompare({ board, selection, lineage: { gathered } }: BoardView): string[] {
  if (gathered.get().length > 1) return [...gathered.get()]
  const cards = [...selection.get()].flatMap((id) => board.getGeneration(id) ?? [])
  if (cards.length === 1)
    return cards
      .flatMap(finishedImages)
      .map(({ id }) => id)
      .slice(0, mostCompared)
  return cards
    .flatMap((card) => card.images[bestImage(card.images) ?? -1]?.id ?? finishedImages(card)[0]?.id ?? [])
    .slice(0, mostCompared)
}

/** Opens the comparison, where there is something to compare. */
export function openComparison(view: BoardView): void {
  const imageIds = imagesToCompare(view)
  if (imageIds.length > 1) view.lineage.part.set({ kind: 'compare', imageIds })
}
