import { boundsOf, type Rect } from '#domain/geometry/rect.ts'
import { canvasOrigin, cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { tidyBranch, tidyCanvas } from '#domain/layout/tidy-up.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { BoardView } from './board-view.ts'
import { topmostOf } from './delete-cards.ts'
import { boardTexts } from './texts.ts'

type Place = { readonly id: string; readonly x: number; readonly y: number }

/** Children by where they lie from left to right, so that tidying up keeps the order that the eye knows. */
function childrenReader({ board }: BoardView) {
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

function carryOut({ board, tidying }: BoardView, places: readonly Place[]): void {
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

/** Lays the whole canvas out as trees, the oldest first, from where its top left corner is. */
export function tidyAll(view: BoardView): void {
  const { cards } = view.board
  const roots = [...cards.values()].filter(({ parentId }) => parentId === null || !cards.has(parentId))
  const corner = boundsOf([...cards.values()].map(cardRect)) ?? canvasOrigin
  const ids = roots.sort((a, b) => a.order - b.order).map(({ id }) => id)
  carryOut(view, tidyCanvas(ids, childrenReader(view), corner))
}

/** Lays each selected branch out as a tree, clear of all other cards. */
export function tidySelection(view: BoardView): void {
  const { board, selection } = view
  const placed = createSpatialIndex()
  const places: Place[] = []
  for (const rootId of topmostOf(board, [...selection.get()])) {
    const root = board.cards.get(rootId)
    if (!root) continue
    const own = new Set(board.branchOf(rootId))
    const isTaken = (rect: Rect) =>
      board.index.query(rect).some((id) => !own.has(id) && !placed.get(id)) || placed.query(rect).length > 0
    for (const place of tidyBranch(root, childrenReader(view), isTaken)) {
      placed.set(place.id, cardRect({ ...place, isCollapsed: false }))
      places.push(place)
    }
  }
  carryOut(view, places)
}
