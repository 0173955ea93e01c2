import { centreOn } from '#domain/geometry/camera.ts'
import { cardRect, cardWidth } from '#domain/layout/card.ts'
import type { BoardView } from '../../board-view.ts'
import { selectOnly } from '../../selection.ts'

const glideMs = 200
/** A card is shown at least this large, if it fits then; and no larger than it is. */
const smallestZoom = 0.5
/** Screen pixels at both sides of it. */
const margin = 16

/** Brings the card of a step into the middle of what the strip leaves free, and selects it. */
export function followStep(view: BoardView, cardId: string, stripHeight: number): void {
  const card = view.board.cards.get(cardId)
  if (!card) return
  selectOnly(view, cardId)
  const { width, height } = view.controller.viewport()
  const fitting = (width - 2 * margin) / cardWidth
  const zoom = Math.min(1, Math.max(view.controller.destination().zoom, Math.min(smallestZoom, fitting)))
  const free = { width, height: Math.max(1, height - stripHeight) }
  view.controller.glideTo(centreOn(cardRect(card), free, zoom), glideMs)
}
