import { fitToView, screenPoint, zoomAbout } from '#domain/geometry/camera.ts'
import { boundsOf, type Point } from '#domain/geometry/rect.ts'
import { type CardPlace, cardRect } from '#domain/layout/card.ts'
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
  frame(
    controller,
    Array.from(ids, (id) => board.cards.get(id)).filter((card) => card !== undefined),
  )
}

function frame(controller: CameraController, cards: readonly CardPlace[]): void {
  const viewport = controller.viewport()
  const margin = Math.min(fitMargin, viewport.width / 12)
  controller.glideTo(fitToView(boundsOf(cards.map(cardRect)), viewport, margin), glideMs)
}

/** Frames cards that are on the board and places where others will be. */
export function fitWithPlaces(
  { board, controller }: Pick<BoardView, 'board' | 'controller'>,
  ids: Iterable<string>,
  places: readonly Point[],
): void {
  const present = Array.from(ids, (id) => board.cards.get(id)).filter((card) => card !== undefined)
  const planned = places.map((place) => ({ ...place, isCollapsed: false }))
  frame(controller, [...present, ...planned])
}

/** Frames all cards. */
export const fitAll = (view: Pick<BoardView, 'board' | 'controller'>) => fitCards(view, view.board.cards.keys())
