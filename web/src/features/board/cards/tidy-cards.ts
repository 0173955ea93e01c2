import { boundsOf, type Rect } from '#domain/geometry/rect.ts'
import { canvasOrigin, cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { tidyBranch, tidyCanvas } from '#domain/layout/tidy-up.ts'
import { freeScreen } from '#web/canvas/free-view.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { BoardSession } from '../board-session.ts'
import { boardTexts } from '../texts.ts'
import { topmostOf } from './edit-cards.ts'

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

/** Duration of the glide of cards to their places. */
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
