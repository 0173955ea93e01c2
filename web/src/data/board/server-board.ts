import type { BoardHeader } from '#contract/board/compact-board.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { EventData } from '#contract/events.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import type { FrameFields, NoteFields } from '#domain/board/board-item.ts'
import { generationStatus } from '#domain/generation/status.ts'
import type { ProjectEvent } from '../live/event-stream.ts'
import { type Entry, generationOfEntry } from './entry.ts'

/** The result of an event: the cards, frames and notes that may look different, the new ones, and whether some must be read first. */
export type Received = {
  readonly touched: readonly string[]
  readonly added: readonly string[]
  /** Unknown cards were restored. */
  readonly isIncomplete: boolean
}

/** A restored purse has its place again. */
export const oldestFirst = (purses: readonly PurseShape[]): readonly PurseShape[] =>
  purses.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))

const pursesAfter = (
  purses: readonly PurseShape[],
  { projectId, purseId, purse }: EventData<'purse-changed'>,
): readonly PurseShape[] => {
  if (!purse) return purses.filter(({ id }) => id !== purseId)
  const changed = { ...purse, id: purseId, projectId }
  if (!purses.some(({ id }) => id === purseId)) return oldestFirst([...purses, changed])
  return purses.map((other) => (other.id === purseId ? changed : other))
}

const nothing: Received = { touched: [], added: [], isIncomplete: false }

/**
 * A project's cards as the server has them, as of the event with number `seq`. Late and repeated events change nothing,
 * so a stream that replays old events does no harm. Deleted cards are kept, since they may be restored.
 * @param firstSeq The board, empty for now, will include everything up to this event.
 */
export function createServerBoard(firstSeq: number) {
  const live = new Map<string, Entry>()
  const trash = new Map<string, Entry>()
  const frames = new Map<string, FrameFields>()
  const notes = new Map<string, NoteFields>()
  let purses: readonly PurseShape[] = []
  const removedPurses = new Map<string, PurseShape>()
  const branches = new Map<string, readonly string[]>()
  let seq = firstSeq
  let highestOrder = -1

  const put = (generation: GenerationShape, place: Map<string, Entry> = live) => {
    const { compact = null, order = highestOrder + 1 } = live.get(generation.id) ?? trash.get(generation.id) ?? {}
    highestOrder = Math.max(highestOrder, order)
    place.set(generation.id, { compact, whole: generation, order })
  }

  const receiveGeneration = (event: GenerationEvent): Received => {
    const id = event.data.generationId
    const entry = live.get(id) ?? trash.get(id)
    const after = applyEvent(entry && generationOfEntry(entry), event)
    if (!after) return nothing
    put(after, trash.has(id) ? trash : live)
    return { ...nothing, touched: [id], added: entry ? [] : [id] }
  }

  const receiveItem = (event: ItemEvent): Received => {
    if (event.name === 'frame-changed') {
      const { frameId, frame } = event.data
      if (frame) frames.set(frameId, frame)
      else frames.delete(frameId)
      return { ...nothing, touched: [frameId] }
    }
    const { noteId, note } = event.data
    if (note) notes.set(noteId, note)
    else notes.delete(noteId)
    return { ...nothing, touched: [noteId] }
  }

  const move = (ids: readonly string[], from: Map<string, Entry>, to: Map<string, Entry>) => {
    for (const id of ids) {
      const entry = from.get(id)
      if (!entry) continue
      from.delete(id)
      to.set(id, entry)
    }
  }

  return {
    get seq() {
      return seq
    },
    isLive: (id: string) => live.has(id),
    /** A card on the board or in the trash. */
    find: (id: string) => live.get(id) ?? trash.get(id),
    /** The cards on the board. */
    entries: () => live.entries(),
    /** The cards that were deleted with this one, as far as their events were received. */
    branch: (rootId: string) => branches.get(rootId) ?? [],

    /** The frame and the note with an id; null for none. */
    item: (id: string) => ({ frame: frames.get(id) ?? null, note: notes.get(id) ?? null }),
    /** The ids of all frames and notes. */
    itemIds: () => [...frames.keys(), ...notes.keys()],

    /** The purses, oldest first; the same list until one changes. */
    purses: () => purses,
    /** A purse whose removal was received. */
    removedPurse: (id: string) => removedPurses.get(id),

    /** Adds the frames, notes and purses that were read. */
    readItems(header: Pick<BoardHeader, 'frames' | 'notes' | 'purses'>) {
      purses = header.purses
      for (const { id, ...frame } of header.frames) frames.set(id, frame)
      for (const { id, ...note } of header.notes) notes.set(id, note)
    },

    /** Adds a card that was read. */
    read(id: string, entry: Entry) {
      highestOrder = Math.max(highestOrder, entry.order)
      live.set(id, entry)
    },

    /** Adds a card that a call has returned, unless the stream has already delivered it in a newer state, or its deletion. */
    adopt(generation: GenerationShape): Received {
      if (live.has(generation.id) || trash.has(generation.id)) return nothing
      if ([...branches.values()].some((ids) => ids.includes(generation.id))) {
        put(generation, trash)
        return nothing
      }
      put(generation)
      return { ...nothing, touched: [generation.id], added: [generation.id] }
    },

    receive(event: ProjectEvent): Received {
      if (event.data.seq <= seq) return nothing
      seq = event.data.seq
      if (isGenerationEvent(event)) return receiveGeneration(event)
      if (isItemEvent(event)) return receiveItem(event)
      if (event.name === 'purse-changed') {
        const before = purses.find(({ id }) => id === event.data.purseId)
        if (before && !event.data.purse) removedPurses.set(before.id, before)
        purses = pursesAfter(purses, event.data)
        return nothing
      }
      if (event.name === 'generation-deleted') {
        branches.set(event.data.generationId, event.data.ids)
        move(event.data.ids, live, trash)
        return { ...nothing, touched: event.data.ids }
      }
      if (event.name === 'generation-restored') {
        const { ids } = event.data
        move(ids, trash, live)
        return { ...nothing, touched: ids, isIncomplete: ids.some((id) => !live.has(id)) }
      }
      return nothing
    },
  }
}

/** An event about one generation: created, or changed. */
export type GenerationEvent = Extract<
  ProjectEvent,
  { name: 'generation-created' | 'generation-changed' | 'image-changed' }
>

export const isGenerationEvent = (event: ProjectEvent): event is GenerationEvent =>
  event.name === 'generation-created' || event.name === 'generation-changed' || event.name === 'image-changed'

/** An event about a frame or a note. */
type ItemEvent = Extract<ProjectEvent, { name: 'frame-changed' | 'note-changed' }>

const isItemEvent = (event: ProjectEvent): event is ItemEvent =>
  event.name === 'frame-changed' || event.name === 'note-changed'

/**
 * A generation after an event about it; undefined where the event changes an unknown one. Unchanged parts keep their
 * identity, so that only changes are rendered again.
 */
export function applyEvent(before: GenerationShape | undefined, event: GenerationEvent): GenerationShape | undefined {
  switch (event.name) {
    case 'generation-created':
      return generationOf(event.data)
    case 'generation-changed':
      return before && withFields(before, event.data)
    case 'image-changed':
      return before && withImage(before, event.data)
  }
}

function generationOf(data: EventData<'generation-created'>): GenerationShape {
  const { seq: _seq, generationId: _generationId, ...generation } = data
  // Events that were stored by an older server name no references.
  return {
    ...generation,
    imagePrompts: generation.imagePrompts ?? [],
    styleReferences: generation.styleReferences ?? [],
  }
}

/** JSON has no undefined: a field is present, or it is not. */
const present = <Fields extends object>(fields: Fields) =>
  fields as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

function withFields(generation: GenerationShape, data: EventData<'generation-changed'>): GenerationShape {
  const { seq: _seq, projectId: _projectId, generationId: _generationId, ...fields } = data
  return { ...generation, ...present(fields) }
}

function withImage(generation: GenerationShape, data: EventData<'image-changed'>): GenerationShape {
  const { seq: _seq, projectId: _projectId, generationId: _generationId, imageId, ...fields } = data
  const images = generation.images.map((image) => (image.id === imageId ? { ...image, ...present(fields) } : image))
  return { ...generation, images, status: generationStatus(images.map((image) => image.status)) }
}
