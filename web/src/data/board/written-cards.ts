import type { GenerationShape } from '#contract/generation.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { type Entry, generationOfEntry } from './entry.ts'
import { overlaidGeneration } from './pending-changes.ts'

/** Cards without a subscriber are dropped when more of them than this were expanded. */
const mostSpare = 2_000

type Written = { readonly entry: Entry; readonly base: GenerationShape; shown: GenerationShape | null }

/**
 * The expanded cards with a subscriber. The same object until the card changes, and then the same objects for its
 * unchanged images.
 * @param isWatched Whether the card has a subscriber.
 */
export function createWrittenCards(isWatched: (id: string) => boolean) {
  const written = new Map<string, Written>()

  const forgetSpare = () => {
    for (const id of written.keys()) if (!isWatched(id)) written.delete(id)
  }

  return {
    /** The card may look different now. */
    touch(id: string) {
      const known = written.get(id)
      if (known) known.shown = null
    },

    read(id: string, entry: Entry, changes: readonly BoardChange[]): GenerationShape {
      const known = written.get(id)
      if (known?.shown && known.entry === entry) return known.shown
      if (written.size >= mostSpare) forgetSpare()
      const base = known?.entry === entry ? known.base : generationOfEntry(entry)
      const shown = overlaidGeneration(base, changes)
      written.set(id, { entry, base, shown })
      return shown
    },
  }
}
