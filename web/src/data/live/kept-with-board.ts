import type { BoardStore } from '../board/board-store.ts'

/**
 * Returns a function that gives each board a value of its own, created at the first use. It lives as long as the live session keeps
 * the board, so it is still there when the person comes back from another page.
 */
export function keptWithBoard<Value>(create: () => Value): (board: BoardStore) => Value {
  const kept = new WeakMap<BoardStore, Value>()
  return (board) => {
    const known = kept.get(board) ?? create()
    kept.set(board, known)
    return known
  }
}
