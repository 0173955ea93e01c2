import type { FocusEvent } from 'react'
import { centreOn, visibleBoard } from '#domain/geometry/camera.ts'
import { overlaps } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { BoardView } from './board-view.ts'
import { selectOnly } from './selection.ts'

const glideMs = 200

/** Brings a card into view that is not, without changing the zoom. */
export function revealCard({ board, controller }: BoardView, id: string): void {
  const card = board.cards.get(id)
  const destination = controller.destination()
  if (!card || overlaps(cardRect(card), visibleBoard(destination, controller.viewport()))) return
  controller.glideTo(centreOn(cardRect(card), controller.viewport(), destination.zoom), glideMs)
}

/** A card that takes the focus by key is selected and comes into view: so the keys of the canvas are for it. */
export const onCardFocus = (view: BoardView, id: string) => (event: FocusEvent) => {
  if (event.target !== event.currentTarget || !event.currentTarget.matches(':focus-visible')) return
  if (!view.selection.get().has(id)) selectOnly(view, id)
  revealCard(view, id)
}
