import { ORPCError } from '@orpc/client'
import type { BoardHeader, CompactCard } from '#contract/board/compact-board.ts'
import { markSignedOut } from '../account/account-state.ts'
import { hasErrorCode } from '../http/api-error.ts'
import { readLines } from '../http/read-lines.ts'
import { type Clock, withJitter } from '../live/clock.ts'
import type { BoardStore } from './board-store.ts'

type Options = {
  readonly readLines: typeof readBoardLines
  /** Called with the number of the event as of which a board is being read. */
  onHeader(seq: number): void
  /** Called for each board that was read completely. */
  onRead(board: BoardStore): void
  /** Called for a board that does not exist, or no more. */
  onMissing(board: BoardStore): void
  readonly clock: Pick<Clock, 'pause' | 'random'>
}

/** A board that was never shown is read this often before the user is asked to try again. */
const maxFirstTries = 3
const firstPauseMs = 500
const maxPauseMs = 30_000

/** A copy from before, where there is no connection, is replaced as soon as there is one: it is looked for this often. */
const copyPauseMs = 2_000

/** A board that is shown already is not replaced by a copy from before. */
class OnlyCopy extends Error {
  override readonly name = 'OnlyCopy'
}

/** A running read; `isStale` once the board was requested again. */
type Flight = { isStale: boolean; endPause(): void }

/**
 * Reads boards from the server. Reading is single-flight: a board that is requested while it is being read is read once
 * more when that has ended. A board that is shown already stays as it is while it cannot be read again; the read is
 * repeated with a growing back-off.
 */
export function createBoardReader({ readLines, onHeader, onRead, onMissing, clock }: Options) {
  const flights = new Map<BoardStore, Flight>()

  /** One attempt. Returns whether the board has to be read once more: at once, or later where this was a copy from before. */
  async function tryToRead(board: BoardStore, isStopped: () => boolean): Promise<'done' | 'again' | 'later'> {
    const reading = board.startReading()
    let isCopy = false
    try {
      await readLines(board.projectId, {
        onCopy() {
          if (board.loadState.get() === 'loaded') throw new OnlyCopy()
          isCopy = true
        },
        onHeader(header) {
          reading.readHeader(header)
          // Events since a copy are part of the next read.
          if (!isStopped() && !isCopy) onHeader(header.seq)
        },
        onCards: reading.readCards,
      })
    } catch (error) {
      reading.abandon()
      throw error
    }
    if (isStopped()) {
      reading.abandon()
      return 'done'
    }
    const isIncomplete = reading.finish()
    onRead(board)
    if (isCopy) return 'later'
    return isIncomplete ? 'again' : 'done'
  }

  async function readToEnd(board: BoardStore, flight: Flight, pause: (ms: number) => Promise<void>) {
    const isStopped = () => flights.get(board) !== flight
    for (let failures = 0; !isStopped(); ) {
      flight.isStale = false
      try {
        const outcome = await tryToRead(board, isStopped)
        failures = 0
        if (outcome === 'later') await pause(copyPauseMs)
        else if (outcome === 'done' && !flight.isStale) return
      } catch (error) {
        if (isStopped()) return
        if (hasErrorCode(error, 'not-found')) {
          board.loadState.set('not-found')
          return onMissing(board)
        }
        if (error instanceof OnlyCopy) {
          await pause(copyPauseMs)
          continue
        }
        failures += 1
        const isShown = board.loadState.get() === 'loaded'
        if (!isShown && (error instanceof ORPCError || failures === maxFirstTries)) return board.loadState.set('failed')
        await pause(Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1)))
      }
    }
  }

  return {
    /** Reads a board: the first time, after events were missed, and when the user tries again. */
    read(board: BoardStore): void {
      const known = flights.get(board)
      if (known) {
        known.isStale = true
        known.endPause()
        return
      }
      let control = new AbortController()
      const flight: Flight = { isStale: false, endPause: () => control.abort() }
      const pause = (ms: number) => {
        control = new AbortController()
        return clock.pause(withJitter(ms, clock), control.signal)
      }
      flights.set(board, flight)
      if (board.loadState.get() !== 'loaded') board.loadState.set('loading')
      void readToEnd(board, flight, pause).finally(() => {
        if (flights.get(board) === flight) flights.delete(board)
      })
    },

    /** Stops reading a board: what arrives later is ignored. */
    cancel(board: BoardStore): void {
      const flight = flights.get(board)
      flights.delete(board)
      flight?.endPause()
    },

    /** Stops all reads. */
    stop(): void {
      const ended = [...flights.values()]
      flights.clear()
      for (const flight of ended) flight.endPause()
    },
  }
}

/** Lines of the compact board: the header first, then lists of cards. */
type LineHandlers = {
  /** Called first where the reply is a copy from before, because there is no connection. What it throws ends the reading. */
  onCopy?(): void
  onHeader(header: BoardHeader): void
  onCards(cards: CompactCard[]): void
}

/**
 * Reads a project's board line by line, as it arrives: what is in view comes first.
 * @throws ORPCError with the server's code when it refuses; Error when the connection breaks before the last line.
 */
export async function readBoardLines(projectId: string, handlers: LineHandlers): Promise<void> {
  try {
    await readEveryLine(projectId, handlers)
  } catch (error) {
    if (hasErrorCode(error, 'unauthenticated')) markSignedOut()
    throw error
  }
}

async function readEveryLine(projectId: string, { onCopy, onHeader, onCards }: LineHandlers): Promise<void> {
  let header: BoardHeader | null = null
  let received = 0
  for await (const line of readLines(`/api/projects/${projectId}/board`, onCopy)) {
    if (header) {
      const cards = JSON.parse(line) as CompactCard[]
      received += cards.length
      onCards(cards)
      // Cards that have arrived are shown before more are read, also where all have arrived at once.
      await (received === cards.length ? nextFrame() : nextTask())
    } else {
      header = JSON.parse(line) as BoardHeader
      onHeader(header)
    }
  }
  if (!header || received < header.count) throw new Error('The board broke off.')
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** A hidden page has no frames: reading continues without. */
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
