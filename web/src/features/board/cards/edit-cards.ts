import type { BoardChange } from '#domain/board/change.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { offlineCode } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { BoardSession } from '../board-session.ts'
import { boardTexts } from '../texts.ts'

/** Whether every selected card is collapsed already. */
export const areAllCollapsed = ({ board, selection }: Pick<BoardSession, 'board' | 'selection'>) =>
  [...selection.get().cards].every((id) => board.cards.get(id)?.isCollapsed)

/** Collapses or expands cards, as one step. */
export function setCollapsed(
  { board }: Pick<BoardSession, 'board'>,
  ids: readonly string[],
  wanted: 'collapsed' | 'expanded',
): void {
  const isCollapsed = wanted === 'collapsed'
  const changing = ids.filter((id) => board.cards.get(id)?.isCollapsed === !isCollapsed)
  editBoard(
    board,
    changing.map((generationId) => ({ kind: 'collapse', generationId, isCollapsed })),
    boardTexts.collapsed(wanted, changing.length),
  )
}

/** The cards that are not descendants of others among them. */
export function topmostOf(board: Pick<BoardStore, 'cards'>, ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  return ids.filter((id) => {
    for (let above = board.cards.get(id)?.parentId; above != null; above = board.cards.get(above)?.parentId)
      if (chosen.has(above)) return false
    return board.cards.has(id)
  })
}

/** All cards that go to the trash with these, themselves included. */
export const branchesOf = (board: Pick<BoardStore, 'cards' | 'branchOf'>, ids: readonly string[]) =>
  topmostOf(board, ids).flatMap((id) => board.branchOf(id))

/** The changes that remove frames and notes; what lies in a frame stays. */
export function itemRemovals({ items }: Pick<BoardStore, 'items'>, ids: ReadonlySet<string>): BoardChange[] {
  const { frames } = items.get()
  return Array.from(ids, (id) =>
    frames.has(id) ? { kind: 'remove-frame', frameId: id } : { kind: 'remove-note', noteId: id },
  )
}

const tidyCode = offlineCode(() => import('./tidy-cards.ts'))

/** Lays these branches out as trees, or the whole canvas. */
export async function tidyUp(session: BoardSession, what: readonly string[] | 'all'): Promise<void> {
  try {
    const { tidyAll, tidyBranches } = await tidyCode()
    if (what === 'all') tidyAll(session)
    else tidyBranches(session, what)
  } catch {
    showToast({ kind: 'error', title: boardTexts.error, description: boardTexts.tidyFailed })
  }
}

/** Whether a race hides a model of the branch: the sums would reveal it, above all the cost of the path to a winner. */
export const hidesCost = (board: Pick<BoardStore, 'branchOf' | 'hidesModel'>, rootId: string): boolean =>
  board.branchOf(rootId).some(board.hidesModel)
