import type { LiveEvent } from '../events/live-event.ts'
import { queryClient } from '../query-client.ts'

/** What every list of assets begins with. */
export const everyAssetList = ['assets'] as const

/** The four images of a card come one after the other; the lists are read once for all of them. */
const gatherMs = 250
let timer: ReturnType<typeof setTimeout> | undefined

/** Reads the lists that are shown anew, soon: an image has come, or one is gone. */
export function refreshAssets(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: everyAssetList }), gatherMs)
}

/** Whether an event changes which images there are, or what is thought of them. */
export function changesAssets({ name, data }: LiveEvent): boolean {
  if (name === 'image-changed') return data.status === 'completed' || data.feedback !== undefined
  return name === 'generation-deleted' || name === 'generation-restored'
}
