import { boundsOf, type Rect } from '#domain/geometry/rect.ts'
import { canvasOrigin, cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { tidyBranch, tidyCanvas } from '#domain/layout/tidy-up.ts'
import { freeScreen } from '#web/canvas/free-view.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { editBoard, undoStep } from '#web/data/board/edit-board.ts'
import { announce } from '#web/ui/announce.ts'
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
function topmostOf(board: Pick<BoardStore, 'cards'>, ids: readonly string[]): string[] {
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

/** Moves the cards and everything below them to the trash; the toast restores them. */
export function deleteCards(board: BoardStore, ids: readonly string[]): void {
  const roots = topmostOf(board, ids)
  const count = branchesOf(board, roots).length
  const step = editBoard(
    board,
    roots.map((generationId) => ({ kind: 'delete', generationId })),
    boardTexts.deletedStep(count),
  )
  if (!step) return
  showToast({
    kind: 'success',
    title: boardTexts.deleted,
    description: boardTexts.deletedText(count),
    action: {
      label: boardTexts.undo,
      run: () => undoStep(board, step, boardTexts.restoredStep(count)),
    },
  })
}

/** Removes the rings of purses, as one step; what was made in them stays. */
export function removeRings({ board }: Pick<BoardSession, 'board'>, ids: ReadonlySet<string>): void {
  const label = boardTexts.removedRings(ids.size)
  editBoard(
    board,
    Array.from(ids, (purseId) => ({ kind: 'remove-purse', purseId })),
    label,
  )
  announce(label)
}

type Place = { readonly id: string; readonly x: number; readonly y: number }

/** Children from left to right, so that tidying up keeps the visible order. */
function childrenReader({ board }: BoardSession) {
  const known = new Map<string, string[]>()
  return (id: string): readonly string[] => {
    const found = known.get(id)
    if (found) return found
    const cards = [...(board.childrenOf(id) ?? [])].flatMap((child) => board.cards.get(child) ?? [])
    const children = cards.sort((a, b) => a.x - b.x || a.y - b.y || a.order - b.order).map((card) => card.id)
    known.set(id, children)
    return children
  }
}

function carryOut({ board, tidying }: BoardSession, places: readonly Place[]): void {
  tidying.set(true)
  editBoard(
    board,
    places.map(({ id, x, y }) => ({ kind: 'place', generationId: id, canvasX: x, canvasY: y })),
    boardTexts.tidied(places.length),
  )
  setTimeout(() => tidying.set(false), tidyMs)
}

/** How long cards glide to their places. */
const tidyMs = 260

/** Lays the whole canvas out as trees, the oldest first, from its current top left corner, in the ratio of the window. */
export function tidyAll(session: BoardSession): void {
  const { cards } = session.board
  const roots = [...cards.values()].filter(({ parentId }) => parentId === null || !cards.has(parentId))
  const corner = boundsOf([...cards.values()].map(cardRect)) ?? canvasOrigin
  const ids = roots.sort((a, b) => a.order - b.order).map(({ id }) => id)
  const { width, height } = freeScreen(session.controller.viewport(), [])
  const windowRatio = Math.max(0.1, width) / Math.max(1, height)
  carryOut(session, tidyCanvas({ roots: ids, childrenOf: childrenReader(session), corner, windowRatio }))
}

/** Lays each of these branches out as a tree, without overlapping other cards. */
export function tidyBranches(session: BoardSession, ids: readonly string[]): void {
  const { board } = session
  const placed = createSpatialIndex()
  const places: Place[] = []
  for (const rootId of topmostOf(board, ids)) {
    const root = board.cards.get(rootId)
    if (!root) continue
    const own = new Set(board.branchOf(rootId))
    const isTaken = (rect: Rect) =>
      board.index.query(rect).some((id) => !own.has(id) && !placed.get(id)) || placed.query(rect).length > 0
    for (const place of tidyBranch(root, childrenReader(session), isTaken)) {
      placed.set(place.id, cardRect({ ...place, isCollapsed: false }))
      places.push(place)
    }
  }
  carryOut(session, places)
}

/** Whether a race hides a model of the branch: the sums would reveal it, above all the cost of the path to a winner. */
export const hidesCost = (board: Pick<BoardStore, 'branchOf' | 'hidesModel'>, rootId: string): boolean =>
  board.branchOf(rootId).some(board.hidesModel)
