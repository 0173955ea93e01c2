import { fitToView, screenPoint, zoomAbout } from '#domain/geometry/camera.ts'
import { boundsOf } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import type { BoardView } from './board-view.ts'

const glideMs = 200
const fitMargin = 80

/** Zooms around the middle of the view. */
export function zoomTo(controller: CameraController, zoom: number): void {
  const { width, height } = controller.viewport()
  controller.glideTo(zoomAbout(controller.get(), screenPoint(width / 2, height / 2), zoom), glideMs)
}

export const zoomBy = (controller: CameraController, factor: number) =>
  zoomTo(controller, controller.get().zoom * factor)

/** Frames these cards; without any: zoom 1, pan 0. */
export function fitCards({ board, controller }: Pick<BoardView, 'board' | 'controller'>, ids: Iterable<string>): void {
  const rects = Array.from(ids, (id) => board.cards.get(id)).filter((card) => card !== undefined)
  const viewport = controller.viewport()
  const margin = Math.min(fitMargin, viewport.width / 12)
  controller.glideTo(fitToView(boundsOf(rects.map(cardRect)), viewport, margin), glideMs)
}

/** Frames all cards. */
export const fitAll = (view: Pick<BoardView, 'board' | 'controller'>) => fitCards(view, view.board.cards.keys())
