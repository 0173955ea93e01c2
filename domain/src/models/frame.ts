import type { PixelSize } from './aspect-ratio.ts'

/** A part of a picture, in its pixels. */
export type Crop = PixelSize & { readonly left: number; readonly top: number }

/** The largest deviation of a delivered ratio that is not cropped: half a percent is not visible. */
const tolerance = 0.005

const ratioOf = ({ width, height }: PixelSize) => width / height
const offBy = (frame: PixelSize, asked: PixelSize) => Math.abs(Math.log(ratioOf(frame) / ratioOf(asked)))

/**
 * The frame that loses least when it is cropped to the requested ratio; of equal ones the first.
 * @param frames At least one.
 */
export function nearestFrame<Frame extends PixelSize>(frames: readonly [Frame, ...Frame[]], asked: PixelSize): Frame {
  return frames.reduce((best, frame) => (offBy(frame, asked) < offBy(best, asked) ? frame : best), frames[0])
}

/**
 * The largest centered part of a picture with the requested ratio, within a pixel; null where the picture already has
 * it.
 */
export function cropToRatio(delivered: PixelSize, asked: PixelSize): Crop | null {
  if (offBy(delivered, asked) <= tolerance) return null
  const isTooWide = ratioOf(delivered) > ratioOf(asked)
  const width = isTooWide ? Math.max(1, Math.round(delivered.height * ratioOf(asked))) : delivered.width
  const height = isTooWide ? delivered.height : Math.max(1, Math.round(delivered.width / ratioOf(asked)))
  return {
    width,
    height,
    left: Math.floor((delivered.width - width) / 2),
    top: Math.floor((delivered.height - height) / 2),
  }
}
