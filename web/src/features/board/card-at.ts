import type { Point } from '#domain/geometry/rect.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'

/** The card under a point of the board, the topmost one where several lie; null on the ground. */
export function cardAt({ cards, index }: Pick<BoardStore, 'cards' | 'index'>, point: Point): string | null {
  const found = index.at(point).flatMap((id) => cards.get(id) ?? [])
  return found.sort((a, b) => b.order - a.order)[0]?.id ?? null
}
