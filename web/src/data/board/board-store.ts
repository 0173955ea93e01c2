import type { BoardHeader, CompactCard } from '#contract/board/compact-board.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import { type BoardChange, isItemChange, isRingChange, itemIdOf } from '#domain/board/change.ts'
import type { BoardFacts } from '#domain/board/inverse-change.ts'
import { possibleGenerationIds } from '#domain/generation/image-id.ts'
import type { ProjectEvent } from '../live/event-stream.ts'
import { createStore } from '../store.ts'
import {
  type CardFace,
  type CardLayout,
  cardFace,
  type EntryContext,
  generationOfEntry,
  hidesModelOfEntry,
  isRunning,
  layoutOfEntry,
  sheetSlotsOfEntry,
  wordsOfEntry,
} from './entry.ts'
import { createServerBoard, type Received } from './server-board.ts'
import {
  createPendingChanges,
  createShownCards,
  createShownItems,
  createWrittenCards,
  isShown,
  overlaidLayout,
  overlaidPurses,
} from './shown-board.ts'

type LoadState = 'loading' | 'loaded' | 'failed' | 'not-found'

/** Throttle: events arrive one by one; listeners of the arrangement are notified together, about once a frame. */
const gatherMs = 16

/** One project's board in the browser: the server's state, with the user's own pending changes over it. */
export type BoardStore = ReturnType<typeof createBoardStore>

/** A running read of a board. */
export type BoardReading = ReturnType<BoardStore['startReading']>

/** Creates the store of a board that has not been read yet. */
export function createBoardStore(projectId: string) {
  const loadState = createStore<LoadState>('loading')
  const size = createStore(0)
  const pending = createPendingChanges()
  const shown = createShownCards()
  const items = createShownItems()
  const purses = createStore<readonly PurseShape[]>([])
  const listeners = new Map<string, Set<() => void>>()
  const written = createWrittenCards((id) => listeners.has(id))
  const arrangeListeners = new Set<(ids: ReadonlySet<string>) => void>()
  const lookListeners = new Set<(ids: ReadonlySet<string>) => void>()
  const addListeners = new Set<(card: CardLayout) => void>()
  const deletedBranches = new Map<string, readonly string[]>()
  let server = createServerBoard(-1)
  let lastReading = 0
  let meanwhile: ProjectEvent[] | null = null
  let pendingArranged = new Set<string>()
  let pendingChanged = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const arranged = pendingArranged
    const changed = pendingChanged
    pendingArranged = new Set()
    pendingChanged = new Set()
    if (arranged.size > 0) {
      size.set(shown.layouts.size)
      for (const listener of [...arrangeListeners]) listener(arranged)
    }
    if (changed.size > 0) for (const listener of [...lookListeners]) listener(changed)
  }

  /**
   * Recomputes how these cards, frames and notes are shown and notifies their subscribers; those of the arrangement with
   * `flush`.
   */
  const refresh = (ids: Iterable<string>) => {
    for (const id of ids) {
      const changes = pending.of(id)
      if (items.show(id, server.item(id), changes)) continue
      const entry = server.find(id)
      const isHere = entry !== undefined && isShown(server.isLive(id), changes)
      if (shown.show(id, isHere ? overlaidLayout(layoutOfEntry(entry), changes) : null)) pendingArranged.add(id)
      written.touch(id)
      pendingChanged.add(id)
      for (const listener of [...(listeners.get(id) ?? [])]) listener()
    }
    items.publish()
    purses.set(overlaidPurses(server.purses(), pending.ofRings(), server.removedPurse))
  }

  const refreshNow = (ids: Iterable<string>) => {
    refresh(ids)
    flush()
  }

  const notifyOfAdded = (ids: readonly string[]) => {
    for (const id of ids) {
      const card = shown.layouts.get(id)
      if (card) for (const listener of [...addListeners]) listener(card)
    }
  }

  const refreshSoon = ({ touched, added }: Received) => {
    refresh(touched)
    timer ??= setTimeout(flush, gatherMs)
    notifyOfAdded(added)
  }

  const shownIds = () => {
    const { frames, notes } = items.store.get()
    return [...shown.layouts.keys(), ...frames.keys(), ...notes.keys()]
  }

  const getGeneration = (id: string): GenerationShape | undefined => {
    const entry = server.find(id)
    return entry && shown.layouts.has(id) ? written.read(id, entry, pending.of(id)) : undefined
  }

  const generationOfImage = (imageId: string): string | undefined => {
    const hasImage = (id: string) => getGeneration(id)?.images.some((image) => image.id === imageId)
    return possibleGenerationIds(imageId).find(hasImage) ?? [...shown.layouts.keys()].find(hasImage)
  }

  const branchToRestore = (id: string) => deletedBranches.get(id) ?? server.branch(id)

  const touchedBy = (change: BoardChange): readonly string[] => {
    if (isItemChange(change)) return [itemIdOf(change)]
    if (isRingChange(change)) return []
    switch (change.kind) {
      case 'place':
      case 'collapse':
      case 'describe':
        return [change.generationId]
      case 'feedback':
        return [generationOfImage(change.imageId)].filter((id) => id !== undefined)
      case 'delete':
        return shown.layouts.has(change.generationId) ? shown.branchOf(change.generationId) : []
      case 'restore':
        return branchToRestore(change.generationId)
      case 'rename':
        return []
    }
  }

  const facts: Omit<BoardFacts, 'title'> = {
    card: (id) => {
      const card = shown.layouts.get(id)
      return card && { canvasX: card.x, canvasY: card.y, isCollapsed: card.isCollapsed }
    },
    description: (id) => {
      const generation = getGeneration(id)
      return generation?.origin === 'brought-in' ? generation.prompt : undefined
    },
    isDeleted: (id) => !shown.layouts.has(id),
    hasFeedback: (imageId, type) => {
      const images = getGeneration(generationOfImage(imageId) ?? '')?.images
      return images?.find((image) => image.id === imageId)?.feedback.includes(type) ?? false
    },
    frame: (id) => items.store.get().frames.get(id),
    note: (id) => items.store.get().notes.get(id),
    ring: (id) => purses.get().find((purse) => purse.id === id),
  }

  return {
    projectId,
    loadState,
    /** The number of visible cards. */
    size,
    cards: shown.layouts,
    /** The frames and notes. */
    items: items.store,
    /** The purses, oldest first. */
    purses: { get: purses.get, subscribe: purses.subscribe },
    index: shown.index,
    childrenOf: shown.childrenOf,
    branchOf: shown.branchOf,
    facts,
    getGeneration,
    generationOfImage,

    /** Whether a race hides the model of a card, and with it what the card has cost; cheaper than the whole card. */
    hidesModel(id: string): boolean {
      const entry = server.find(id)
      return entry !== undefined && hidesModelOfEntry(entry)
    },

    /** A card's prompt, its model, and the program that asked for it, if any; cheaper than the whole card. */
    words(id: string) {
      const entry = server.find(id)
      return entry && wordsOfEntry(entry)
    },

    /** The face of the card when zoomed out. */
    face(id: string): CardFace | undefined {
      const entry = server.find(id)
      if (!entry || !shown.layouts.has(id)) return undefined
      const generation = generationOfEntry(entry)
      return cardFace(generation, sheetSlotsOfEntry(entry))
    },

    /** The generations with pending images. */
    running: (): GenerationShape[] =>
      [...server.entries()].filter(([, entry]) => isRunning(entry)).map(([, entry]) => generationOfEntry(entry)),

    /** Subscribes to every change of one card. */
    subscribe(id: string, listener: () => void) {
      const ofCard = listeners.get(id) ?? new Set()
      listeners.set(id, ofCard.add(listener))
      return () => {
        ofCard.delete(listener)
        if (ofCard.size === 0) listeners.delete(id)
      }
    },

    /** Subscribes to cards that were added, removed, moved, collapsed or expanded. */
    onArrange(listener: (ids: ReadonlySet<string>) => void) {
      arrangeListeners.add(listener)
      return () => void arrangeListeners.delete(listener)
    },

    /** Subscribes to cards that may look different, at any zoom: also those that only moved. */
    onLook(listener: (ids: ReadonlySet<string>) => void) {
      lookListeners.add(listener)
      return () => void lookListeners.delete(listener)
    },

    /** Subscribes to each new card, not to restored ones. */
    onAdd(listener: (card: CardLayout) => void) {
      addListeners.add(listener)
      return () => void addListeners.delete(listener)
    },

    /**
     * Begins a read of the board. Events that arrive meanwhile are kept: the reply may be older than they are. A read
     * that was overtaken by a later one, or has ended, changes nothing any more.
     */
    startReading() {
      const number = ++lastReading
      const isCurrent = () => number === lastReading
      const events = meanwhile ?? []
      meanwhile = events
      let arriving: { board: typeof server; context: EntryContext; ids: string[] } | null = null
      const end = () => {
        lastReading += 1
        meanwhile = null
      }

      return {
        readHeader(header: BoardHeader) {
          if (!isCurrent()) return
          const ids: string[] = []
          const context = { ...header, sinceMs: Date.parse(header.since), idAt: (place: number) => ids[place] }
          arriving = { board: createServerBoard(header.seq), context, ids }
          // The first time cards are shown as they arrive; later the new board replaces the old one when it is
          // complete.
          arriving.board.readItems(header)
          if (loadState.get() === 'loaded') return
          server = arriving.board
          refresh(server.itemIds())
        },

        readCards(cards: readonly CompactCard[]) {
          if (!isCurrent() || !arriving) return
          const { board, context, ids } = arriving
          for (const [id, place] of cards) ids[place] = id
          for (const card of cards) board.read(card[0], { compact: { card, context }, whole: null, order: card[1] })
          if (server !== board) return
          refreshNow(cards.map(([id]) => id))
          loadState.set('loaded')
        },

        /** The board is complete. Returns whether it has to be read once more, because unknown cards were restored. */
        finish(): boolean {
          if (!isCurrent()) return false
          end()
          const isReplaced = arriving !== null && arriving.board !== server
          if (arriving) server = arriving.board
          const received = events.map((event) => server.receive(event))
          if (isReplaced)
            refresh(new Set([...shownIds(), ...Array.from(server.entries(), ([id]) => id), ...server.itemIds()]))
          refresh(received.flatMap(({ touched }) => touched))
          refreshNow(pending.settle(server.seq))
          loadState.set('loaded')
          notifyOfAdded(received.flatMap(({ added }) => added))
          return received.some(({ isIncomplete }) => isIncomplete)
        },

        /** The read broke off: the board stays as it was, with the events that have arrived meanwhile. */
        abandon() {
          if (!isCurrent()) return
          end()
          const received = events.map((event) => server.receive(event))
          refreshNow(received.flatMap(({ touched }) => touched))
          notifyOfAdded(received.flatMap(({ added }) => added))
        },
      }
    },

    /** Applies an event. Returns whether the board has to be read, because unknown cards were restored. */
    receive(event: ProjectEvent): boolean {
      if (meanwhile) {
        meanwhile.push(event)
        return false
      }
      const received = server.receive(event)
      refreshSoon(received)
      return received.isIncomplete
    },

    /** Records that everything up to `seq` has arrived, for this board or another. */
    advance(seq: number) {
      if (!meanwhile) refreshNow(pending.settle(seq))
    },

    add(generation: GenerationShape) {
      refreshSoon(server.adopt(generation))
      flush()
    },

    /** Shows optimistic changes until the server has accepted or refused them. */
    applyOptimistic(batchId: string, changes: readonly BoardChange[]) {
      const touching = changes.map((change) => {
        const touchedIds = touchedBy(change)
        if (change.kind === 'delete') deletedBranches.set(change.generationId, touchedIds)
        return { change, touchedIds }
      })
      pending.add({ id: batchId, changes: touching })
      refreshNow(touching.flatMap(({ touchedIds }) => touchedIds))
    },

    accept(batchId: string, seq: number) {
      pending.accept(batchId, seq)
      if (seq <= server.seq) refreshNow(pending.settle(server.seq))
    },

    refuse(batchId: string) {
      refreshNow(pending.refuse(batchId))
    },
  }
}
