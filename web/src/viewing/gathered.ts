import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import { compareTexts } from './texts.ts'

/** The ids of the pictures that are collected for a comparison, in their order. */
export type Gathered = { get(): readonly string[]; set(ids: readonly string[]): void }

/** Adds an image to the comparison or removes it, and announces that. */
export function toggleGathered(gathered: Gathered, id: string): void {
  const now = gathered.get()
  if (now.includes(id)) {
    gathered.set(now.filter((each) => each !== id))
    announce(compareTexts.removed)
  } else if (now.length >= maxCompared) {
    showToast({ kind: 'info', title: compareTexts.full, description: compareTexts.fullText })
  } else {
    gathered.set([...now, id])
    announce(compareTexts.added(now.length + 1))
  }
}

/** More images cannot be distinguished at a glance. */
export const maxCompared = 4
