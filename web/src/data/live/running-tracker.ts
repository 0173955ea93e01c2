import type { GenerationShape } from '#contract/cards/generation.ts'
import type { EventData } from '#contract/events.ts'
import { isPending } from '#domain/generation/status.ts'
import { applyEvent, isGenerationEvent } from '../board/server-board.ts'
import type { StorageArea } from '../storage/user-storage.ts'
import { createStore } from '../store.ts'
import type { ProjectEvent } from './event-stream.ts'

/** The project and card of a running generation. */
export type RunningReference = { readonly generationId: string; readonly projectId: string }

const storageKey = 'running'

type Options = {
  /** A generation of a loaded board. */
  find(projectId: string, generationId: string): GenerationShape | undefined
  /** Called once for each generation that was running and has ended. */
  onEnd(generation: GenerationShape): void
  /** Keeps the running generations, so that a reload does not lose them. */
  readonly storage: StorageArea
}

const isRunning = (generation: GenerationShape) => isPending(generation.status)

/** Tracks all running generations of the user, on any page; none at first. */
export function createRunningTracker({ find, onEnd, storage }: Options) {
  const running = createStore<ReadonlyMap<string, GenerationShape>>(new Map())

  /** Were running when the page was left; their boards are being read. */
  const expected = new Map<string, RunningReference>()

  const references = (): readonly RunningReference[] => [
    ...expected.values(),
    ...Array.from(running.get().values(), ({ id, projectId }) => ({ generationId: id, projectId })),
  ]
  const store = () => {
    const now = references()
    if (now.length === 0) storage.remove(storageKey)
    else storage.write(storageKey, now)
  }

  const put = (generation: GenerationShape) => {
    const wasRunning = expected.delete(generation.id) || running.get().has(generation.id)
    if (!isRunning(generation) && !wasRunning) return
    const next = new Map(running.get())
    if (isRunning(generation)) next.set(generation.id, generation)
    else next.delete(generation.id)
    running.set(next)
    store()
    if (!isRunning(generation)) onEnd(generation)
  }

  const drop = (ids: readonly string[]) => {
    const next = new Map(running.get())
    for (const id of ids) {
      next.delete(id)
      expected.delete(id)
    }
    if (next.size !== running.get().size) running.set(next)
    store()
  }

  const expectedOf = (projectId: string) =>
    [...expected.values()].filter((reference) => reference.projectId === projectId)

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
    /** Expects the generations that were running when this browser was last open, as its storage or one that opened late has them. */
    expectStored(source: Pick<StorageArea, 'read'> = storage) {
      const stored = (source.read(storageKey) as readonly RunningReference[] | undefined) ?? []
      for (const reference of stored)
        if (!running.get().has(reference.generationId)) expected.set(reference.generationId, reference)
      store()
    },
    /**
     * Takes the running generations of a project that was just read, and what became of the expected ones: those that
     * have ended are reported, those that are gone are dropped.
     */
    takeProject(projectId: string, generations: readonly GenerationShape[]) {
      for (const generation of generations) put(generation)
      for (const { generationId } of expectedOf(projectId)) {
        const generation = find(projectId, generationId)
        if (generation) put(generation)
        else drop([generationId])
      }
    },
    /** Drops the generations of a project that does not exist any more. */
    dropProject: (projectId: string) => drop(expectedOf(projectId).map(({ generationId }) => generationId)),
    references,
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
