import { useSyncExternalStore } from 'react'
import type { PurseShape } from '#contract/purse.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'

/** A purse of the board; undefined once it is removed. */
export const usePurse = ({ board }: BoardSession, purseId: string): PurseShape | undefined =>
  useSelect(board.purses, (purses) => purses.find(({ id }) => id === purseId))

/** The cards of a purse whose images are being made, as one text of their ids: it changes with them alone. */
export function useRunningIn(purseId: string): string {
  const { running } = liveSession()
  const read = () =>
    [...running.get().values()].flatMap(({ id, madeBy }) => (madeBy?.purseId === purseId ? [id] : [])).join(' ')
  return useSyncExternalStore(running.subscribe, read)
}
