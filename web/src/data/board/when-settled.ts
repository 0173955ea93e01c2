import type { BoardStore } from './board-store.ts'

/** Long enough for a board that is being read, or cards that come one after the other, to be one change. */
const settleMs = 200

/**
 * Tells, a moment after the last of them, that cards have come, gone or moved: for what looks at all cards and need not
 * follow each step. Returns the stop.
 */
export function whenSettled(board: Pick<BoardStore, 'onArrange'>, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = board.onArrange(() => {
    clearTimeout(timer)
    timer = setTimeout(listener, settleMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
