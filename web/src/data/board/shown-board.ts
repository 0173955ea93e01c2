import type { GenerationShape } from '#contract/cards/generation.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import {
  type Frame,
  type FrameFields,
  isSameFrame,
  isSameNote,
  type Note,
  type NoteFields,
} from '#domain/board/board-item.ts'
import { type BoardChange, isItemChange, isRingChange, type RingChange } from '#domain/board/change.ts'
import { changedFrame, changedNote, isFrameChange } from '#domain/board/change-item.ts'
import { changedRing, type RingFields } from '#domain/board/change-ring.ts'
import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { createStore } from '../store.ts'
import { type CardLayout, type Entry, generationOfEntry, isSameLayout } from './entry.ts'
import { oldestFirst } from './server-board.ts'

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

/**
 * The purses of a board with the user's pending changes over their rings; the same list where there are none.
 * @param changes Pending changes of rings, the first one first.
 * @param removed A purse that the server has removed, as it was.
 */
export function overlaidPurses(
  purses: readonly PurseShape[],
  changes: readonly RingChange[],
  removed: (id: string) => PurseShape | undefined,
): readonly PurseShape[] {
  if (changes.length === 0) return purses
  const back = [...new Set(changes.map(({ purseId }) => purseId))].flatMap((purseId) =>
    purses.some(({ id }) => id === purseId) ? [] : (removed(purseId) ?? []),
  )
  const known = oldestFirst([...purses, ...back])
  return known.flatMap((purse) => {
    const before: RingFields = { ...purse, isRemoved: back.includes(purse) }
    const own = changes.filter(({ purseId }) => purseId === purse.id)
    const { isRemoved, name, x, y, width, height } = own.reduce(changedRing, before)
    return isRemoved ? [] : [own.length === 0 ? purse : { ...purse, name, x, y, width, height }]
  })
}

/** Cards without a subscriber are dropped when more of them than this were expanded. */
const maxSpare = 2_000

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
      if (written.size >= maxSpare) forgetSpare()
      const base = known?.entry === entry ? known.base : generationOfEntry(entry)
      const shown = overlaidGeneration(base, changes)
      written.set(id, { entry, base, shown })
      return shown
    },
  }
}

/** The user's own changes that were made together, applied over the server's state until its events include them. */
type Batch = {
  readonly id: string
  /** Each with the cards, frames or notes that it touches. */
  readonly changes: readonly TouchingChange[]
}

type TouchingChange = { readonly change: BoardChange; readonly touchedIds: readonly string[] }

/** A batch that the server has accepted: its events are complete once everything up to `seq` has arrived. */
type Waiting = Batch & { seq: number | null }

/** Makes an empty overlay. */
export function createPendingChanges() {
  const batches = new Map<string, Waiting>()
  const byId = new Map<string, BoardChange[]>()

  const take = (batch: Batch): string[] => {
    batches.delete(batch.id)
    const gone = new Set(batch.changes.map(({ change }) => change))
    const touched = new Set(batch.changes.flatMap(({ touchedIds }) => touchedIds))
    for (const id of touched) {
      const left = byId.get(id)?.filter((change) => !gone.has(change)) ?? []
      if (left.length > 0) byId.set(id, left)
      else byId.delete(id)
    }
    return [...touched]
  }

  return {
    /** The pending changes of a card, frame or note, the first one first. */
    of: (id: string): readonly BoardChange[] => byId.get(id) ?? [],

    /** The pending changes of rings, the first one first. */
    ofRings: (): readonly RingChange[] =>
      [...batches.values()].flatMap(({ changes }) => changes.map(({ change }) => change)).filter(isRingChange),

    add(batch: Batch) {
      if (batches.has(batch.id)) return
      batches.set(batch.id, { ...batch, seq: null })
      for (const { change, touchedIds } of batch.changes)
        for (const id of touchedIds) {
          const list = byId.get(id)
          if (list) list.push(change)
          else byId.set(id, [change])
        }
    },

    /** Removes a batch that the server has refused. Returns what may look different now. */
    refuse(batchId: string): string[] {
      const batch = batches.get(batchId)
      return batch ? take(batch) : []
    },

    /** Records that the event with number `seq` completes the batch. */
    accept(batchId: string, seq: number) {
      const batch = batches.get(batchId)
      if (batch) batch.seq = seq
    },

    /** Removes what the events up to `seq` include. Returns what may look different now. */
    settle(seq: number): string[] {
      if (batches.size === 0) return []
      const settled = [...batches.values()].filter((batch) => batch.seq !== null && batch.seq <= seq)
      return settled.flatMap(take)
    },
  }
}

/** Whether a card is on the board after the pending changes. */
export const isShown = (isLive: boolean, changes: readonly BoardChange[]) =>
  changes.reduce((shown, { kind }) => (kind === 'delete' || kind === 'restore' ? kind === 'restore' : shown), isLive)

/** A card's place after the pending changes. */
export function overlaidLayout(layout: CardLayout, changes: readonly BoardChange[]): CardLayout {
  let card = layout
  for (const change of changes) {
    if (change.kind === 'place') card = { ...card, x: change.canvasX, y: change.canvasY }
    if (change.kind === 'collapse') card = { ...card, isCollapsed: change.isCollapsed }
  }
  return card
}

/** A generation after the pending changes. Unchanged images keep their identity. */
function overlaidGeneration(generation: GenerationShape, changes: readonly BoardChange[]): GenerationShape {
  let shown = generation
  for (const change of changes) shown = withChange(shown, change)
  return shown
}

function withChange(generation: GenerationShape, change: BoardChange): GenerationShape {
  switch (change.kind) {
    case 'place':
      return { ...generation, canvasX: change.canvasX, canvasY: change.canvasY }
    case 'collapse':
      return { ...generation, isCollapsed: change.isCollapsed }
    case 'describe':
      return { ...generation, prompt: change.prompt }
    case 'feedback':
      return { ...generation, images: generation.images.map((image) => withFeedback(image, change)) }
    default:
      return generation
  }
}

function withFeedback(
  image: GenerationShape['images'][number],
  { imageId, feedbackType, isGiven }: Extract<BoardChange, { kind: 'feedback' }>,
) {
  if (image.id !== imageId || image.feedback.includes(feedbackType) === isGiven) return image
  const others = image.feedback.filter((type) => type !== feedbackType)
  return { ...image, feedback: isGiven ? [...others, feedbackType] : others }
}
