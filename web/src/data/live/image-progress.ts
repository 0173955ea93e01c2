import type { EventData } from '#contract/events.ts'
import { createStore } from '../store.ts'

export type ImageProgress = Pick<EventData<'image-progress'>, 'fraction' | 'previewUrl'>

/** Keeps how far each image is that is being generated; no image at first. */
export function createImageProgress() {
  const progress = createStore<ReadonlyMap<string, ImageProgress>>(new Map())
  return {
    subscribe: progress.subscribe,
    /** How far an image is; undefined where that is not known. */
    of: (imageId: string): ImageProgress | undefined => progress.get().get(imageId),
    /** Notes an ephemeral event of an image. A preview stays until a newer one comes. */
    note({ imageId, fraction, previewUrl }: EventData<'image-progress'>) {
      const before = progress.get().get(imageId)
      const now = {
        fraction: fraction ?? before?.fraction ?? null,
        previewUrl: previewUrl ?? before?.previewUrl ?? null,
      }
      progress.set(new Map(progress.get()).set(imageId, now))
    },
    /** Forgets an image that has ended, or is generated again. */
    forget(imageId: string) {
      if (!progress.get().has(imageId)) return
      const left = new Map(progress.get())
      left.delete(imageId)
      progress.set(left)
    },
  }
}
