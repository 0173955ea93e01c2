import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { placeInView } from '#domain/layout/place-in-view.ts'
import { covered, glideBy, onScreen } from '#web/canvas/move-view.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { spaceWithAwaited } from '#web/features/board/new-cards.ts'

/** The part of the canvas that neither the drawer nor a bar covers, in screen pixels. */
function freeScreen(drawer: Element, { width, height }: { width: number; height: number }): Rect {
  const { right, top } = drawer.getBoundingClientRect()
  const isSheet = right >= width
  const x = isSheet ? covered.left : right + covered.left
  const bottom = isSheet ? top - covered.left : height - covered.bottom
  return { x, y: covered.top, width: Math.max(1, width - covered.right - x), height: Math.max(1, bottom - covered.top) }
}

/** How far a length has to move so that it lies in another; where it is longer, their middles meet. */
function shiftInto(from: number, length: number, within: { from: number; length: number }): number {
  if (length > within.length) return within.from + within.length / 2 - from - length / 2
  return Math.max(within.from - from, 0) + Math.min(within.from + within.length - from - length, 0)
}

/** The place for a card in the middle of what is seen beside the drawer; moves the view there where it has no room. */
export function placeBeside(drawer: Element, session: BoardSession): Point {
  const { controller } = session
  const screen = freeScreen(drawer, controller.viewport())
  const camera = controller.get()
  const corner = toBoard(screenPoint(screen.x, screen.y), camera)
  const view = { ...corner, width: screen.width / camera.zoom, height: screen.height / camera.zoom }
  const place = placeInView(view, spaceWithAwaited(session))
  const card = onScreen(cardRect({ ...place, isCollapsed: false }), controller)
  glideBy(controller, {
    x: shiftInto(card.x, card.width, { from: screen.x, length: screen.width }),
    y: shiftInto(card.y, card.height, { from: screen.y, length: screen.height }),
  })
  return place
}
