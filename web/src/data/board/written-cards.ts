import type { GenerationShape } from '#contract/generation.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { type Entry, generationOfEntry } from './entry.ts'
import { overlaidGeneration } from './pending-changes.ts'

/** Cards that are not watched are forgotten when more of them than this were written out. */
const mostSpare = 2_000

type Written = { readonly entry: Entry; readonly base: GenerationShape; shown: GenerationShape | null }

/**
 * The cards that are watched, written out. The same object until something of the card changes, and then the same
 * objects for those of its images that did not.
 * @param isWatched Whether the card has a subscriber.
 * @param redactModel What a card may be shown as.
 */
export function createWrittenCards(
  isWatched: (id: string) => boolean,
  redactModel: (generation: GenerationShape) => GenerationShape,
) {
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
      const shown = redactModel(overlaidGeneration(base, changes))
      written.set(id, { entry, base, shown })
      return shown
    },
  }
}
