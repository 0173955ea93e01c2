import { type Camera, screenPoint, toBoard, toScreen, type ViewportSize } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import type { CameraController } from './camera-controller.ts'

/** The insets of what floats over the canvas, in screen pixels: the header, the bars below, and margins at the sides. */
export const covered = { top: 76, right: 16, bottom: 88, left: 16 }

/** The dock at the left edge with a margin beside it, in screen pixels; a phone has none. */
export const dockWidth = 68

/** The part of the board that nothing floats over. */
export function freeBoard(camera: Camera, { width, height }: ViewportSize): Rect {
  const from = toBoard(screenPoint(dockWidth, covered.top), camera)
  const to = toBoard(screenPoint(width - covered.right, height - covered.bottom), camera)
  return { ...from, width: to.x - from.x, height: to.y - from.y }
}

/** How long the view moves by itself. */
export const glideMs = 200

/** Moves the view by screen pixels. */
export function glideBy(controller: CameraController, { x, y }: Point): void {
  const camera = controller.get()
  if (x !== 0 || y !== 0) controller.glideTo({ ...camera, panX: camera.panX + x, panY: camera.panY + y }, glideMs)
}

/** Where a rectangle of the board is seen, in screen pixels. */
export function onScreen(rect: Rect, controller: CameraController): Rect {
  const camera = controller.get()
  return { ...toScreen(rect, camera), width: rect.width * camera.zoom, height: rect.height * camera.zoom }
}
