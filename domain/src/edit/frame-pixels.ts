import type { PixelSize } from '../models/aspect-ratio.ts'
import type { RgbaPixels } from './composite-pixels.ts'
import { frameMap, keepsPixels } from './edit-frame.ts'
import type { EditFrame } from './operation.ts'

const at = (values: RgbaPixels, index: number) => values[index] as number

/** A place beyond an edge as if the picture were mirrored there, again and again: the pixel at the edge counts twice. */
export function mirrored(place: number, length: number): number {
  if (place >= 0 && place < length) return place
  const turn = 2 * length
  const within = ((place % turn) + turn) % turn
  return within < length ? within : turn - 1 - within
}

/** The pixels of a frame. `isNew`: 255 for each pixel that the source does not have. */
export type FramedPixels = PixelSize & { readonly data: Uint8Array; readonly isNew: Uint8Array }

/** A picture of which a frame takes a part. */
type Source = { readonly data: RgbaPixels } & PixelSize
/** Called now and then with how much is done, 0 to 1. */
type Report = (fraction: number) => void

/**
 * The pixels in a frame, with the edges of the source mirrored beyond it. Whole pixels stay what they are; turned ones are computed by
 * Catmull and Rom's cubic, whose weights of four pixels add up to one, of premultiplied colors.
 */
export function framePixels(source: Source, frame: EditFrame, progress: Report = () => {}): FramedPixels {
  const { width, height } = frame
  const framed = { width, height, data: new Uint8Array(width * height * 4), isNew: new Uint8Array(width * height) }
  const read = keepsPixels(frame) ? createCopier(source) : createSampler(source)
  const { toSource } = frameMap(frame)
  // The middle of the first pixel of the source is at 0.5; from here on it is at 0.
  const origin = toSource({ x: 0.5, y: 0.5 })
  const right = toSource({ x: 1.5, y: 0.5 })
  const [across, down] = [right.x - origin.x, right.y - origin.y]
  for (let y = 0; y < height; y++) {
    if (y % 64 === 0) progress(y / height)
    for (let x = 0; x < width; x++) {
      const place = y * width + x
      const fromX = origin.x - 0.5 - y * down + x * across
      const fromY = origin.y - 0.5 + y * across + x * down
      if (fromX < -0.5 || fromY < -0.5 || fromX > source.width - 0.5 || fromY > source.height - 0.5)
        framed.isNew[place] = 255
      read(fromX, fromY, framed.data, place * 4)
    }
  }
  return framed
}

/** Writes the pixel at a point of the source. */
type Reader = (x: number, y: number, into: Uint8Array, offset: number) => void

/** Takes whole pixels as they are. */
function createCopier({ data, width, height }: Source): Reader {
  return (x, y, into, offset) => {
    const pixel = (mirrored(Math.round(y), height) * width + mirrored(Math.round(x), width)) * 4
    for (let channel = 0; channel < 4; channel++) into[offset + channel] = at(data, pixel + channel)
  }
}

/** Reads one point of the source. Without an object for each of millions of pixels: this loop is most of the time of a crop. */
function createSampler({ data, width, height }: Source): Reader {
  const columns = new Int32Array(4)
  const across = new Float64Array(4)
  return (x, y, into, offset) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    for (let i = 0; i < 4; i++) {
      columns[i] = mirrored(column + i - 1, width) * 4
      across[i] = cubic(x - column - i + 1)
    }
    let red = 0
    let green = 0
    let blue = 0
    let opacity = 0
    for (let j = 0; j < 4; j++) {
      const line = mirrored(row + j - 1, height) * width * 4
      const down = cubic(y - row - j + 1)
      for (let i = 0; i < 4; i++) {
        const pixel = line + (columns[i] as number)
        const alpha = at(data, pixel + 3) * down * (across[i] as number)
        red += at(data, pixel) * alpha
        green += at(data, pixel + 1) * alpha
        blue += at(data, pixel + 2) * alpha
        opacity += alpha
      }
    }
    const share = opacity <= 0 ? 0 : 1 / opacity
    into[offset] = clamped(red * share)
    into[offset + 1] = clamped(green * share)
    into[offset + 2] = clamped(blue * share)
    into[offset + 3] = clamped(opacity)
  }
}

const clamped = (value: number) => Math.min(255, Math.max(0, Math.round(value)))

/** Catmull and Rom's kernel. @param distance -2 to 2. */
function cubic(distance: number): number {
  const d = Math.abs(distance)
  if (d < 1) return (1.5 * d - 2.5) * d * d + 1
  return d < 2 ? ((-0.5 * d + 2.5) * d - 4) * d + 2 : 0
}
