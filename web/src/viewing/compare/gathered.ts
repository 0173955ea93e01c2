import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import { mostCompared } from './compare-modes.ts'
import { compareTexts } from './compare-texts.ts'

/** The ids of the pictures that are being gathered for a comparison, in their order. */
export type Gathered = { get(): readonly string[]; set(ids: readonly string[]): void }

/** Takes a picture into the comparison, or out of it, and says so. */
export function toggleGathered(gathered: Gathered, id: string): void {
  const now = gathered.get()
  if (now.includes(id)) {
    gathered.set(now.filter((each) => each !== id))
    announce(compareTexts.removed)
  } else if (now.length >= mostCompared) {
    showToast({ kind: 'info', title: compareTexts.full, description: compareTexts.fullText })
  } else {
    gathered.set([...now, id])
    announce(compareTexts.added(now.length + 1))
  }
}
