import type { Point } from '../geometry/rect.ts'
import type { PixelSize } from '../models/aspect-ratio.ts'
import type { EditFrame, EditRequest } from './operation.ts'

/** 50 megapixels, as for pictures from outside: a result must be one that can be opened again. */
export const maxResultPixels = 50_000_000

/** The distance that a corner of a turned frame may lie beyond the picture: rounding of an editor. Pixels. */
const cornerTolerance = 1

/** Maps between a frame and the picture that it lies on: both with the origin at the top left, in pixels. */
export type FrameMap = { toSource(inFrame: Point): Point }

/** A point of the frame, from its own top left corner, as a point of the source. */
export function frameMap({ x, y, width, height, angle = 0 }: EditFrame): FrameMap {
  const turn = (angle * Math.PI) / 180
  // Quarter turns are exact: the cosine of 90 degrees is not quite 0 in a double.
  const [cos, sin] = [exact(Math.cos(turn)), exact(Math.sin(turn))]
  const centre = { x: x + width / 2, y: y + height / 2 }
  return {
    toSource(point) {
      const [across, down] = [point.x - width / 2, point.y - height / 2]
      return { x: centre.x + across * cos - down * sin, y: centre.y + across * sin + down * cos }
    },
  }
}

const exact = (value: number) => (Math.abs(value - Math.round(value)) < 1e-12 ? Math.round(value) : value)

/** The corners of a frame in the source: top left, top right, bottom right, bottom left. */
export function cornersOf(frame: EditFrame): Point[] {
  const { toSource } = frameMap(frame)
  const { width, height } = frame
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ].map(toSource)
}

/** Whether a frame is the source's own pixels, without any that is computed: whole pixels, turned by quarters at most. */
export function keepsPixels({ x, y, width, height, angle = 0 }: EditFrame): boolean {
  if (angle % 90 !== 0) return false
  const isSideways = Math.abs(angle % 180) === 90
  // A frame turned by a quarter about the corner of a pixel lies on whole pixels only if its sides are both even or both odd.
  return Number.isInteger(x) && Number.isInteger(y) && (!isSideways || (width - height) % 2 === 0)
}

/** The distance of the corners beyond the source, in pixels; 0 where the frame lies inside. */
export function beyondSource(frame: EditFrame, { width, height }: PixelSize): number {
  const beyond = cornersOf(frame).map(({ x, y }) => Math.max(-x, -y, x - width, y - height))
  return Math.max(0, ...beyond)
}

/** Whether any point of the source lies in the frame: separating axes of the source, then of the frame. */
function touches(frame: EditFrame, { width, height }: PixelSize): boolean {
  const corners = cornersOf(frame)
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  if (Math.max(...xs) <= 0 || Math.min(...xs) >= width || Math.max(...ys) <= 0 || Math.min(...ys) >= height)
    return false
  const turn = ((frame.angle ?? 0) * Math.PI) / 180
  const centre = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  const inFrame = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x = 0, y = 0]) => {
    const [across, down] = [x - centre.x, y - centre.y]
    return {
      x: across * Math.cos(turn) + down * Math.sin(turn) + frame.width / 2,
      y: -across * Math.sin(turn) + down * Math.cos(turn) + frame.height / 2,
    }
  })
  const across = inFrame.map(({ x }) => x)
  const down = inFrame.map(({ y }) => y)
  return (
    Math.max(...across) > 0 &&
    Math.min(...across) < frame.width &&
    Math.max(...down) > 0 &&
    Math.min(...down) < frame.height
  )
}

/** The size of the result. @param source Pixels, upright. */
export function resultSize({ operation, frame, factor }: EditRequest, source: PixelSize): PixelSize {
  if (frame) return { width: frame.width, height: frame.height }
  if (operation === 'upscale' && factor) return { width: source.width * factor, height: source.height * factor }
  return { width: source.width, height: source.height }
}

/** Advice for making a result smaller that is too large. */
function smaller({ operation, factor }: EditRequest, { width, height }: PixelSize): string {
  if (operation !== 'upscale') return 'Make the frame smaller.'
  return factor === 4 && width * height * 4 <= maxResultPixels
    ? 'Enlarge it 2 times, or crop it first.'
    : 'Crop it first, or keep it as it is.'
}

/** Why an edit does not fit its source, and what to do, as sentences; null where it does. */
export function sourceFault(edit: EditRequest, source: PixelSize): string | null {
  const { operation, frame } = edit
  const { width, height } = resultSize(edit, source)
  if (width * height > maxResultPixels) {
    const millions = Math.ceil((width * height) / 1e6)
    return [
      `The result would have ${width} × ${height} pixels, ${millions} million.`,
      `At most ${maxResultPixels / 1e6} million are possible.`,
      smaller(edit, source),
    ].join(' ')
  }
  if (!frame) return null
  const beyond = beyondSource(frame, source)
  if (operation === 'crop' && beyond > cornerTolerance)
    return `The frame reaches ${Math.ceil(beyond)} pixels beyond the picture. Make it smaller, or extend the picture.`
  if (operation === 'extend' && !touches(frame, source))
    return 'The frame lies beside the picture. Move it so that a part of the picture is in it.'
  if (operation === 'extend' && beyond === 0) return 'The frame lies inside the picture. Crop it instead.'
  return null
}
