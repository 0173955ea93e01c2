import type { Camera } from '#domain/geometry/camera.ts'
import type { Point } from '#domain/geometry/rect.ts'

const stepAtFullSize = 24
const minStep = 16

/** The reach of the grid beyond the viewport, so that it can be shifted by a whole step. */
export const dotGridMargin = 32

/** The step of the dot grid on the screen, doubled or halved so that it stays between 16 and 32, and its shift. */
export function dotGrid({ zoom, panX, panY }: Camera): { step: number; x: number; y: number } {
  const step = minStep * 2 ** fraction(Math.log2((stepAtFullSize * zoom) / minStep))
  return { step, x: remainder(panX, step), y: remainder(panY, step) }
}

/**
 * The grid at a constant zoom, shifted by whole device pixels: a layer between pixels is filtered in every frame, which
 * took five of eight milliseconds of the compositor in a pan.
 */
export function restingDotGrid(camera: Camera, devicePixelRatio: number): ReturnType<typeof scaledDotGrid> {
  const { step, x, y } = dotGrid(camera)
  const onPixels = (value: number) => Math.round(value * devicePixelRatio) / devicePixelRatio
  return { step, x: onPixels(x), y: onPixels(y), scale: 1 }
}

/**
 * The same grid as dots at the smallest step, scaled: while the zoom changes, the browser then moves the existing
 * bitmap instead of repainting the whole view in every frame.
 */
export function scaledDotGrid(camera: Camera): { step: number; x: number; y: number; scale: number } {
  const { step, x, y } = dotGrid(camera)
  return { step: minStep, x, y, scale: step / minStep }
}

/** The places of the dots in an area of the board, with their distance, in canvas pixels. */
export function dotsIn({ x, y }: Point, zoom: number): { first: Point; step: number } {
  const step = dotGrid({ zoom, panX: 0, panY: 0 }).step / zoom
  // A dot is in the middle of its square.
  const after = (value: number) => (Math.ceil(value / step - 0.5) + 0.5) * step
  return { first: { x: after(x), y: after(y) }, step }
}

const fraction = (value: number) => value - Math.floor(value)
const remainder = (value: number, by: number) => ((value % by) + by) % by
