import type { Brand } from '../brand.ts'
import type { Point, Rect } from './rect.ts'

/** From the top left of the canvas's viewport, in CSS pixels. */
export type ScreenPoint = Brand<Point, 'screen'>
/** On the canvas, in canvas pixels. */
export type BoardPoint = Brand<Point, 'board'>

/** screen = board × zoom + pan. */
export type Camera = { readonly zoom: number; readonly panX: number; readonly panY: number }

export type ViewportSize = { readonly width: number; readonly height: number }

export const minimumZoom = 0.1
export const maximumZoom = 4
/** The view before anything was saved. */
export const initialCamera: Camera = { zoom: 1, panX: 0, panY: 0 }

export const screenPoint = (x: number, y: number) => ({ x, y }) as ScreenPoint

export const clampZoom = (zoom: number) => Math.min(maximumZoom, Math.max(minimumZoom, zoom))

export const toBoard = (point: ScreenPoint, camera: Camera) =>
  ({ x: (point.x - camera.panX) / camera.zoom, y: (point.y - camera.panY) / camera.zoom }) as BoardPoint

export const toScreen = (point: Point, camera: Camera) =>
  ({ x: point.x * camera.zoom + camera.panX, y: point.y * camera.zoom + camera.panY }) as ScreenPoint

/** Zooms to `zoom` (clamped to the range) while the board point under `still` stays under it. */
export function zoomAbout(camera: Camera, still: ScreenPoint, zoom: number): Camera {
  const next = clampZoom(zoom)
  const board = toBoard(still, camera)
  return { zoom: next, panX: still.x - board.x * next, panY: still.y - board.y * next }
}

/** The part of the board that the viewport shows. */
export function visibleBoard(camera: Camera, viewport: ViewportSize): Rect {
  return {
    x: -camera.panX / camera.zoom,
    y: -camera.panY / camera.zoom,
    width: viewport.width / camera.zoom,
    height: viewport.height / camera.zoom,
  }
}

/** The camera that shows the center of the rectangle in the center of the viewport. */
export function centreOn(rect: Rect, viewport: ViewportSize, zoom: number): Camera {
  return {
    zoom,
    panX: viewport.width / 2 - (rect.x + rect.width / 2) * zoom,
    panY: viewport.height / 2 - (rect.y + rect.height / 2) * zoom,
  }
}

/**
 * Frames the bounds with `margin` screen pixels on every side, never above 100 % and never below the zoom range.
 * Without bounds: zoom 1, pan 0.
 */
export function fitToView(bounds: Rect | null, viewport: ViewportSize, margin: number): Camera {
  if (!bounds) return initialCamera
  const zoom = Math.min(
    1,
    (viewport.width - 2 * margin) / Math.max(bounds.width, 1),
    (viewport.height - 2 * margin) / Math.max(bounds.height, 1),
  )
  return centreOn(bounds, viewport, clampZoom(zoom))
}
