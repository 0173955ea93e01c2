import type { Camera } from '#domain/geometry/camera.ts'

const stepAtFullSize = 24
const smallestStep = 16

/** How far the grid reaches beyond the viewport, so that it can be shifted by a whole step. */
export const dotGridMargin = 32

/** The step of the dot grid on the screen, doubled or halved so that it stays between 16 and 32, and its shift. */
export function dotGrid({ zoom, panX, panY }: Camera): { step: number; x: number; y: number } {
  const step = smallestStep * 2 ** fraction(Math.log2((stepAtFullSize * zoom) / smallestStep))
  return { step, x: remainder(panX, step), y: remainder(panY, step) }
}

const fraction = (value: number) => value - Math.floor(value)
const remainder = (value: number, by: number) => ((value % by) + by) % by
