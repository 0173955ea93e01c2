import { ORPCError } from '@orpc/client'
import type { HiddenRace } from '#domain/series/hidden-models.ts'
import { hasErrorCode } from '../api-error.ts'
import type { BoardStore } from './board-store.ts'
import type { readBoardLines } from './read-board.ts'

type Options = {
  readLines: typeof readBoardLines
  /** The races whose models are hidden; null where they can't be read. */
  readRaces(projectId: string): Promise<readonly HiddenRace[] | null>
  /** Called with the number of the event as of which a board is being read. */
  onHeader(seq: number): void
  /** Called for each board that was read to its end. */
  onRead(board: BoardStore): void
  /** Waits, in milliseconds; resolves early when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

/** A board that was never shown is read this often before the person is asked to try again. */
const mostFirstTries = 3
const firstPauseMs = 500
const longestPauseMs = 30_000

/** A reading that is under way; `isStale` once the board was asked for again. */
type Flight = { isStale: boolean; readonly pausing: { abort(): void } }

/**
 * Reads boards from the server, one reading of a board at a time: one that is asked for meanwhile begins when the first has
 * ended. A board that is shown already stays as it is while it can't be read again; the reading is repeated with
 * growing pauses.
 */
export function createBoardReader({ readLines, readRaces, onHeader, onRead, pause }: Options) {
  const flights = new Map<BoardStore, Flight>()

  /** One try. Returns whether the board has to be read once more. */
  async function tryToRead(board: BoardStore): Promise<boolean> {
    // No name that a race hides is seen, not even for the moment in which one would be reading what is hidden.
    const races = readRaces(board.projectId)
    board.startReading()
    await readLines(board.projectId, {
      async onHeader(header) {
        board.readHeader(header)
        onHeader(header.seq)
        board.hideModels(await races)
      },
      onCards: board.readCards,
    })
    const isIncomplete = board.finishReading()
    onRead(board)
    return isIncomplete
  }

  async function readToEnd(board: BoardStore, flight: { isStale: boolean }, wait: (ms: number) => Promise<void>) {
    const isStopped = () => flights.get(board) !== flight
    for (let failures = 0; !isStopped(); ) {
      flight.isStale = false
      try {
        const isIncomplete = await tryToRead(board)
        failures = 0
        if (!isIncomplete && !flight.isStale) return
      } catch (error) {
        board.abandonReading()
        if (hasErrorCode(error, 'not-found')) return board.loadState.set('not-found')
        failures += 1
        const isShown = board.loadState.get() === 'loaded'
        if (!isShown && (error instanceof ORPCError || failures === mostFirstTries))
          return board.loadState.set('failed')
        if (isStopped()) return
        await wait(Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)))
      }
    }
  }

  return {
    /** Reads a board: the first time, after events were missed, and when the person tries again. */
    read(board: BoardStore): void {
      const known = flights.get(board)
      if (known) {
        known.isStale = true
        known.pausing.abort()
        return
      }
      let control = new AbortController()
      const flight: Flight = { isStale: false, pausing: { abort: () => control.abort() } }
      const wait = (ms: number) => {
        control = new AbortController()
        return pause(ms, control.signal)
      }
      flights.set(board, flight)
      if (board.loadState.get() !== 'loaded') board.loadState.set('loading')
      void readToEnd(board, flight, wait).finally(() => {
        if (flights.get(board) === flight) flights.delete(board)
      })
    },

    /** Repeats nothing any more. */
    stop(): void {
      const pausing = [...flights.values()]
      flights.clear()
      for (const flight of pausing) flight.pausing.abort()
    },
  }
}

/** Waits between half of a time and the whole of it, so that not all pages ask at once; less where the connection comes back. */
export const pauseOrOnline: Options['pause'] = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(end, ms * (0.5 + Math.random() / 2))
    function end() {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
