import type { GenerationShape } from '#contract/generation.ts'
import {
  type Frame,
  type FrameFields,
  isSameFrame,
  isSameNote,
  type Note,
  type NoteFields,
} from '#domain/board/board-item.ts'
import { type BoardChange, isItemChange } from '#domain/board/change.ts'
import { changedFrame, changedNote, isFrameChange } from '#domain/board/change-item.ts'
import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { createStore } from '../store.ts'
import { type CardLayout, isSameLayout } from './card-layout.ts'
import { type Entry, generationOfEntry } from './entry.ts'
import { overlaidGeneration } from './pending-changes.ts'

/** The places of the visible cards: by id, by place on the canvas, and by parent. */
export function createShownCards() {
  const layouts = new Map<string, CardLayout>()
  const children = new Map<string, Set<string>>()
  const index = createSpatialIndex()

  const unlink = ({ id, parentId }: CardLayout) => {
    if (parentId === null) return
    const siblings = children.get(parentId)
    siblings?.delete(id)
    if (siblings?.size === 0) children.delete(parentId)
  }

  const link = ({ id, parentId }: CardLayout) => {
    if (parentId === null) return
    const siblings = children.get(parentId)
    if (siblings) siblings.add(id)
    else children.set(parentId, new Set([id]))
  }

  return {
    layouts: layouts as ReadonlyMap<string, CardLayout>,
    index,

    childrenOf: (id: string): ReadonlySet<string> | undefined => children.get(id),

    /** The card and its descendants, parents first. */
    branchOf(id: string): string[] {
      const found = new Set([id])
      for (const parent of found) for (const child of children.get(parent) ?? []) found.add(child)
      return [...found]
    },

    /** Shows a card at its place; null: hides it. Returns whether anything has changed. */
    show(id: string, layout: CardLayout | null): boolean {
      const before = layouts.get(id)
      if (!layout) {
        if (!before) return false
        layouts.delete(id)
        index.remove(id)
        unlink(before)
        return true
      }
      if (before && isSameLayout(before, layout)) return false
      if (before) unlink(before)
      layouts.set(id, layout)
      index.set(id, cardRect(layout))
      link(layout)
      return true
    },
  }
}

/** The frames and notes of a board, by id. An unchanged one stays the same object. */
type ShownItems = { readonly frames: ReadonlyMap<string, Frame>; readonly notes: ReadonlyMap<string, Note> }

/** A frame and a note as the server has them; null for none. */
type ServerItem = { readonly frame: FrameFields | null; readonly note: NoteFields | null }

function overlaidFrame(frame: FrameFields | null, changes: readonly BoardChange[]): FrameFields | null {
  let shown = frame
  for (const change of changes) if (isItemChange(change) && isFrameChange(change)) shown = changedFrame(shown, change)
  return shown
}

function overlaidNote(note: NoteFields | null, changes: readonly BoardChange[]): NoteFields | null {
  let shown = note
  for (const change of changes) if (isItemChange(change) && !isFrameChange(change)) shown = changedNote(shown, change)
  return shown
}

/** The frames and notes of a board, with the user's pending changes over them; none at first. */
export function createShownItems() {
  const store = createStore<ShownItems>({ frames: new Map(), notes: new Map() })
  let frames = new Map<string, Frame>()
  let notes = new Map<string, Note>()
  let isChanged = false

  /** The maps of a published value are never written again. */
  const own = () => {
    if (isChanged) return
    isChanged = true
    frames = new Map(frames)
    notes = new Map(notes)
  }

  return {
    store: { get: store.get, subscribe: store.subscribe },

    /** Recomputes one frame or note. Returns whether the id is that of one, now or before. */
    show(id: string, { frame, note }: ServerItem, changes: readonly BoardChange[]): boolean {
      const [oldFrame, oldNote] = [frames.get(id), notes.get(id)]
      const newFrame = overlaidFrame(frame, changes)
      const newNote = overlaidNote(note, changes)
      if (newFrame && !(oldFrame && isSameFrame(oldFrame, newFrame))) {
        own()
        frames.set(id, { id, ...newFrame })
      } else if (oldFrame && !newFrame) {
        own()
        frames.delete(id)
      }
      if (newNote && !(oldNote && isSameNote(oldNote, newNote))) {
        own()
        notes.set(id, { id, ...newNote })
      } else if (oldNote && !newNote) {
        own()
        notes.delete(id)
      }
      return [oldFrame, oldNote, newFrame, newNote].some((item) => item !== undefined && item !== null)
    },

    /** Notifies of what `show` has changed. */
    publish() {
      if (!isChanged) return
      isChanged = false
      store.set({ frames, notes })
    },
  }
}

/** Cards without a subscriber are dropped when more of them than this were expanded. */
const mostSpare = 2_000

type Written = { readonly entry: Entry; readonly base: GenerationShape; shown: GenerationShape | null }

/**
 * The expanded cards with a subscriber. The same object until the card changes, and then the same objects for its
 * unchanged images.
 * @param isWatched Whether the card has a subscriber.
 */
export function createWrittenCards(isWatched: (id: string) => boolean) {
  const written = new Map<string, Written>()

  const forgetSpare = () => {
    for (const id of written.keys()) if (!isWatched(id)) written.delete(id)
  }

  return {
    /** The card may look different now. */
    touch(id: string) {
      const known = written.get(id)
      if (known) known.shown = null
    },

    read(id: string, entry: Entry, changes: readonly BoardChange[]): GenerationShape {
      const known = written.get(id)
      if (known?.shown && known.entry === entry) return known.shown
      if (written.size >= mostSpare) forgetSpare()
      const base = known?.entry === entry ? known.base : generationOfEntry(entry)
      const shown = overlaidGeneration(base, changes)
      written.set(id, { entry, base, shown })
      return shown
    },
  }
}
