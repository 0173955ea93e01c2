import type { EventData } from '#contract/events.ts'
import { createStore } from '../store.ts'

export type ImageProgress = Pick<EventData<'image-progress'>, 'fraction' | 'previewUrl'>

/** Stores the progress of running images; empty at first. */
export function createImageProgress() {
  const progress = createStore<ReadonlyMap<string, ImageProgress>>(new Map())
  return {
    subscribe: progress.subscribe,
    /** The progress of an image; undefined where it is unknown. */
    of: (imageId: string): ImageProgress | undefined => progress.get().get(imageId),
    /** Stores an ephemeral event of an image. A preview stays until a newer one arrives. */
    note({ imageId, fraction, previewUrl }: EventData<'image-progress'>) {
      const before = progress.get().get(imageId)
      const now = {
        fraction: fraction ?? before?.fraction ?? null,
        previewUrl: previewUrl ?? before?.previewUrl ?? null,
      }
      progress.set(new Map(progress.get()).set(imageId, now))
    },
    /** Drops an image that has ended, or is generated again. */
    forget(imageId: string) {
      if (!progress.get().has(imageId)) return
      const left = new Map(progress.get())
      left.delete(imageId)
      progress.set(left)
    },
  }
}
