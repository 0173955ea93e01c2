import type { EventData } from '#contract/events.ts'
import type { GenerationShape } from '#contract/generation.ts'
import { isPending } from '#domain/generation/status.ts'
import { applyEvent, isGenerationEvent } from '../board/server-board.ts'
import type { BrowserStorage } from '../browser-storage.ts'
import { createStore } from '../store.ts'
import type { ProjectEvent } from './event-stream.ts'

/** The project and card of a running generation. */
export type RunningReference = { readonly generationId: string; readonly projectId: string }

const storageKey = (userId: string) => `espalier.running.${userId}`

/** The generations that were running when this browser was last open. */
export const readRunningReferences = (storage: BrowserStorage, userId: string): readonly RunningReference[] =>
  (storage.readJson(storageKey(userId)) as RunningReference[] | null) ?? []

/** Stores the running generations, so that a reload does not lose them. */
export function writeRunningReferences(
  storage: BrowserStorage,
  userId: string,
  references: readonly RunningReference[],
): void {
  if (references.length === 0) storage.remove(storageKey(userId))
  else storage.writeJson(storageKey(userId), references)
}

type Options = {
  /** A generation of a loaded board. */
  find(projectId: string, generationId: string): GenerationShape | undefined
  /** Called once for each generation that was running and has ended. */
  onEnd(generation: GenerationShape): void
}

const isRunning = (generation: GenerationShape) => isPending(generation.status)

/** Tracks all running generations of the user, on any page; none at first. */
export function createRunningTracker({ find, onEnd }: Options) {
  const running = createStore<ReadonlyMap<string, GenerationShape>>(new Map())

  /** Were running when the page was left; their boards are being read. */
  const expected = new Map<string, RunningReference>()

  const put = (generation: GenerationShape) => {
    const wasRunning = expected.delete(generation.id) || running.get().has(generation.id)
    if (!isRunning(generation) && !wasRunning) return
    const next = new Map(running.get())
    if (isRunning(generation)) next.set(generation.id, generation)
    else next.delete(generation.id)
    running.set(next)
    if (!isRunning(generation)) onEnd(generation)
  }

  const drop = (ids: readonly string[]) => {
    const next = new Map(running.get())
    for (const id of ids) next.delete(id)
    if (next.size !== running.get().size) running.set(next)
  }

  return {
    /** All running generations, by id. */
    running,
    put,
    receive(event: ProjectEvent) {
      if (event.name === 'generation-deleted') return drop(event.data.ids)
      if (!isGenerationEvent(event)) return
      const { projectId, generationId } = event.data
      const after = find(projectId, generationId) ?? applyEvent(running.get().get(generationId), event)
      if (after) put(after)
    },
    expect(references: readonly RunningReference[]) {
      for (const reference of references) expected.set(reference.generationId, reference)
    },
    references: (): readonly RunningReference[] => [
      ...expected.values(),
      ...Array.from(running.get().values(), ({ id, projectId }) => ({ generationId: id, projectId })),
    ],
    clear() {
      expected.clear()
      running.set(new Map())
    },
  }
}

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
