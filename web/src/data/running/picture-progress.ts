import { useSyncExternalStore } from 'react'
import type { EventData } from '#contract/events.ts'
import { createStore } from '../store.ts'

export type PictureProgress = Pick<EventData<'image-progress'>, 'fraction' | 'previewUrl'>

const progress = createStore<ReadonlyMap<string, PictureProgress>>(new Map())

/** Keeps what was last heard of an image that is being made. A preview stays until a newer one comes. */
export function noteProgress({ imageId, fraction, previewUrl }: EventData<'image-progress'>): void {
  const before = progress.get().get(imageId)
  const now = {
    fraction: fraction ?? before?.fraction ?? null,
    previewUrl: previewUrl ?? before?.previewUrl ?? null,
  }
  progress.set(new Map(progress.get()).set(imageId, now))
}

/** Forgets what was heard of an image: it has ended, or begins anew. */
export function forgetProgress(imageId: string): void {
  if (!progress.get().has(imageId)) return
  const left = new Map(progress.get())
  left.delete(imageId)
  progress.set(left)
}

/** How far an image is; undefined while nobody says. */
export const useProgress = (imageId: string): PictureProgress | undefined =>
  useSyncExternalStore(progress.subscribe, () => progressOf(imageId))

/** The same, read once. */
export const progressOf = (imageId: string): PictureProgress | undefined => progress.get().get(imageId)
