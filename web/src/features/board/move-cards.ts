import type { Point, Rect } from '#domain/geometry/rect.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { cardRect } from '#domain/layout/card.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import type { BoardView } from './board-view.ts'
import { boardTexts } from './texts.ts'

/** Puts cards down, moved by an offset: each nudged so that it overlaps no other, then stored as one step. */
export function dropCards({ board, dragged }: BoardView, ids: ReadonlySet<string>, offset: Point): void {
  const taken: Rect[] = [...board.cards.values()].filter((card) => !ids.has(card.id)).map(cardRect)
  const changes = [...ids].flatMap((id) => {
    const card = board.cards.get(id)
    if (!card) return []
    const wanted = cardRect({ ...card, x: card.x + offset.x, y: card.y + offset.y })
    const place = avoidOverlap(wanted, taken)
    taken.push({ ...wanted, ...place })
    return [{ kind: 'place' as const, generationId: id, canvasX: place.x, canvasY: place.y }]
  })
  dragged.set(null)
  editBoard(board, changes, boardTexts.moved(changes.length))
}
