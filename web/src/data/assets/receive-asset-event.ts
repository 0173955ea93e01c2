import type { LiveEvent } from '../events/live-event.ts'
import { refreshAssets, takeInFeedback, takeInImage, takeOutCards } from './refresh-assets.ts'

/** Has every list of assets follow what has happened: which images there are, and what is thought of them. */
export function receiveAssetEvent({ name, data }: LiveEvent): void {
  if (name === 'generation-restored') refreshAssets()
  else if (name === 'generation-deleted') takeOutCards(new Set(data.ids))
  else if (name === 'image-changed') {
    if (data.feedback !== undefined) takeInFeedback(data.imageId, data.feedback)
    if (data.status === 'completed') takeInImage(data.imageId)
  }
}
