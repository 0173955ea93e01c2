import type { createBoardReader } from '../board/board-reader.ts'
import { type BoardStore, createBoardStore } from '../board/board-store.ts'
import type { Clock } from './clock.ts'

type Options = {
  readonly reader: Pick<ReturnType<typeof createBoardReader>, 'read' | 'cancel' | 'stop'>
  /** Whether generations of a project run: its board is needed to learn how they end. */
  hasRunning(projectId: string): boolean
  readonly clock: Pick<Clock, 'after'>
}

type OpenBoard = { readonly board: BoardStore; viewers: number; stopEviction(): void }

/** A board without viewers is evicted after this long: enough for a visit to another page and back. */
export const evictAfterMs = 300_000

/**
 * Keeps the boards of the projects that are viewed, were viewed recently, or have running generations; none at first.
 */
export function createOpenBoards({ reader, hasRunning, clock }: Options) {
  const open = new Map<string, OpenBoard>()

  function evict({ board, stopEviction }: OpenBoard): void {
    stopEviction()
    reader.cancel(board)
    open.delete(board.projectId)
  }

  function evictLater(entry: OpenBoard): void {
    entry.stopEviction()
    entry.stopEviction = clock.after(evictAfterMs, () => {
      if (hasRunning(entry.board.projectId)) evictLater(entry)
      else evict(entry)
    })
  }

  function entryOf(projectId: string): OpenBoard {
    const known = open.get(projectId)
    if (known) return known
    const entry: OpenBoard = { board: createBoardStore(projectId), viewers: 0, stopEviction: () => {} }
    open.set(projectId, entry)
    reader.read(entry.board)
    evictLater(entry)
    return entry
  }

  return {
    /** The board of a project if it is open. */
    find: (projectId: string): BoardStore | undefined => open.get(projectId)?.board,

    /** The board of a project. It is read at the first request, and kept up to date while it is open. */
    get(projectId: string): BoardStore {
      const { board } = entryOf(projectId)
      if (!['loading', 'loaded'].includes(board.loadState.get())) reader.read(board)
      return board
    },

    /** Keeps a board open until the returned function is called. */
    view(projectId: string): () => void {
      const entry = entryOf(projectId)
      entry.viewers += 1
      entry.stopEviction()
      return () => {
        entry.viewers -= 1
        if (entry.viewers === 0 && open.get(projectId) === entry) evictLater(entry)
      }
    },

    /**
     * Reads the boards that are viewed or have running generations once more, and evicts the others: events were
     * missed.
     */
    readAgain() {
      for (const entry of [...open.values()])
        if (entry.viewers > 0 || hasRunning(entry.board.projectId)) reader.read(entry.board)
        else evict(entry)
    },

    /** Records that everything up to `seq` has arrived. */
    advance(seq: number) {
      for (const { board } of open.values()) board.advance(seq)
    },

    stop() {
      for (const { stopEviction } of open.values()) stopEviction()
      reader.stop()
      open.clear()
    },
  }
}
