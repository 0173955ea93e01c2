import type { Point, Rect } from '#domain/geometry/rect.ts'
import { avoidOverlapBy } from '#domain/layout/avoid-overlap.ts'
import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { BoardView } from './board-view.ts'
import { boardTexts } from './texts.ts'

/** Puts cards down, moved by an offset: each nudged so that it overlaps no other, then stored as one step. */
export function dropCards({ board, dragged }: BoardView, ids: ReadonlySet<string>, offset: Point): void {
  const putDown = createSpatialIndex()
  /** Of the cards that lie there, the oldest; else one of those that were just put down. */
  const collisionAt = (place: Rect): Rect | undefined => {
    const lying = board.index.query(place).flatMap((id) => (ids.has(id) ? [] : (board.cards.get(id) ?? [])))
    const [oldest] = lying.sort((a, b) => a.order - b.order)
    return oldest ? cardRect(oldest) : putDown.get(putDown.query(place)[0] ?? '')
  }
  const changes = [...ids].flatMap((id) => {
    const card = board.cards.get(id)
    if (!card) return []
    const wanted = cardRect({ ...card, x: card.x + offset.x, y: card.y + offset.y })
    const place = avoidOverlapBy(wanted, collisionAt)
    putDown.set(id, { ...wanted, ...place })
    return [{ kind: 'place' as const, generationId: id, canvasX: place.x, canvasY: place.y }]
  })
  dragged.set(null)
  editBoard(board, changes, boardTexts.moved(changes.length))
}
