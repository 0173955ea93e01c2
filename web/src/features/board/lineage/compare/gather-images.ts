import { bestImage } from '#domain/lineage/judged-image.ts'
import { mostCompared } from '#web/viewing/compare/compare-modes.ts'
import type { BoardView } from '../../board-view.ts'
import { finishedImages } from '../../branching/composing.ts'

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
