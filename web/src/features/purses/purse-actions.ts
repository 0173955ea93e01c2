import { useSyncExternalStore } from 'react'
import type { PurseShape } from '#contract/programs/purse.ts'
import { undoOfSteps } from '#domain/board/undo-steps.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { changePurse, purseStepsQuery } from '#web/data/purses.ts'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import { purseTexts } from './texts.ts'

/** The steps of a purse: those that were read, also without a connection. */
async function knownSteps(purseId: string) {
  const query = purseStepsQuery(purseId)
  const known = queryClient.getQueryData(query.queryKey)
  if (known && queryClient.getQueryState(query.queryKey)?.isInvalidated === false) return known
  try {
    return await queryClient.fetchQuery(query)
  } catch {
    return known ?? null
  }
}

/**
 * Takes back everything that was done in a purse, as one step that can be undone: it is shown at once, kept in this browser, and
 * seen on every device.
 */
export async function undoAll({ board }: Pick<BoardSession, 'board'>, purse: PurseShape): Promise<void> {
  const steps = await knownSteps(purse.id)
  if (!steps) return showToast({ kind: 'error', title: purseTexts.error, description: purseTexts.unread })
  const changes = undoOfSteps(
    steps.toReversed().flatMap(({ effects }) => effects),
    {
      card: (id) => board.cards.get(id) ?? null,
      hasMark: board.facts.hasFeedback,
    },
  )
  // A branch goes with its first card.
  const going = new Set(changes.flatMap((change) => (change.kind === 'delete' ? [change.generationId] : [])))
  const isBelow = (id: string): boolean => {
    const parentId = board.cards.get(id)?.parentId ?? null
    return parentId !== null && (going.has(parentId) || isBelow(parentId))
  }
  const tops = changes.filter((change) => change.kind !== 'delete' || !isBelow(change.generationId))
  if (tops.length === 0) return showToast({ kind: 'success', title: purseTexts.nothing })
  const label = purseTexts.undone(purse.name)
  editBoard(board, tops, label)
  announce(label)
  showToast({ kind: 'success', title: label })
}

/** Changes a purse; shows why where that was refused. */
export async function tryChange(change: Parameters<typeof changePurse>[0]): Promise<boolean> {
  try {
    await changePurse(change)
    return true
  } catch (problem) {
    const description = errorMessage(problem, purseTexts.tryLater)
    showToast({ kind: 'error', title: purseTexts.changeFailed, description })
    return false
  }
}

/** The offer to a program that asks for more: the amount that it misses, rounded up to ten credits. Hundredths of a credit. */
export const offeredMore = (missing: number): number => Math.max(1, Math.ceil(missing / 1_000)) * 1_000

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
