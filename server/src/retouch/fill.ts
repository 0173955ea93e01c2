import sharp from 'sharp'
import { grainAt } from '#domain/edit/adjust-pixels.ts'
import { grownBox } from '#domain/edit/crop-box.ts'
import type { GreyPixels } from '#domain/edit/mask-weights.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { layOver } from './composite-tasks.ts'
import { cutRows, weightsOf } from './mask-region.ts'
import { loadOpenCv, withMats } from './opencv.ts'
import { decodePicture, encodeResult } from './picture-pixels.ts'
import type { RetouchedPicture, RetouchTask } from './retouch-task.ts'

/** Pixels around a hole from which it is filled. */
const context = 24
/** The longest side at which a hole is filled; a larger one is filled smaller and enlarged, which its smoothness allows. */
const longestSide = 768
/** A hole larger than this share of the picture shows that it was filled from its edges. */
const largeShare = 0.05

/** Bertalmio's flow and Telea's fast marching, each with a narrow and a wide reach. */
const methods = [
  { flag: 'INPAINT_NS', radius: 5 },
  { flag: 'INPAINT_TELEA', radius: 5 },
  { flag: 'INPAINT_NS', radius: 12 },
  { flag: 'INPAINT_TELEA', radius: 12 },
] as const

type Hole = PixelSize & {
  /** RGBA */
  readonly data: Uint8Array
  /** 255: to be filled. */
  readonly mask: Uint8Array
}

/** Fills a hole in RGBA pixels: colors together, opacity by itself. */
async function filled({ data, mask, width, height }: Hole, variant: number): Promise<Uint8Array> {
  const { cv } = await loadOpenCv()
  const { flag, radius } = methods[variant % methods.length] ?? methods[0]
  return withMats((keep) => {
    const hole = keep(new cv.Mat(height, width, cv.CV_8UC1))
    hole.data.set(mask)
    const inpainted = (before: InstanceType<typeof cv.Mat>) => {
      const after = keep(new cv.Mat())
      cv.inpaint(before, hole, after, radius, cv[flag])
      return after.data
    }
    const pixels = width * height
    const colors = keep(new cv.Mat(height, width, cv.CV_8UC3))
    const opacity = keep(new cv.Mat(height, width, cv.CV_8UC1))
    for (let pixel = 0; pixel < pixels; pixel++) {
      for (let channel = 0; channel < 3; channel++) colors.data[pixel * 3 + channel] = data[pixel * 4 + channel] ?? 0
      opacity.data[pixel] = data[pixel * 4 + 3] ?? 255
    }
    const isClear = opacity.data.some((alpha) => alpha !== 255)
    const newColors = inpainted(colors)
    const newOpacity = isClear ? inpainted(opacity) : null
    const both = new Uint8Array(pixels * 4)
    for (let pixel = 0; pixel < pixels; pixel++) {
      for (let channel = 0; channel < 3; channel++) both[pixel * 4 + channel] = newColors[pixel * 3 + channel] ?? 0
      both[pixel * 4 + 3] = newOpacity?.[pixel] ?? 255
    }
    return both
  })
}

const lightness = (data: Uint8Array, pixel: number) =>
  0.2126 * (data[pixel * 4] ?? 0) + 0.7152 * (data[pixel * 4 + 1] ?? 0) + 0.0722 * (data[pixel * 4 + 2] ?? 0)

/** Steps of grain that are distinguished, each a quarter of a gray level. */
const grainSteps = 4

/** The difference of neighbors around the hole, beyond what a slope explains: the grain of the picture, as the median of all. */
function grainAround({ data, mask, width, height }: Hole): number {
  const counts = new Uint32Array(256 * grainSteps)
  let all = 0
  for (let y = 0; y < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const pixel = y * width + x
      if (mask[pixel - 1] || mask[pixel] || mask[pixel + 1]) continue
      const bend = lightness(data, pixel) - (lightness(data, pixel - 1) + lightness(data, pixel + 1)) / 2
      const step = Math.min(counts.length - 1, Math.floor(Math.abs(bend) * grainSteps))
      counts[step] = (counts[step] ?? 0) + 1
      all++
    }
  // The median: edges of things are no grain.
  let below = 0
  const median = counts.findIndex((count) => {
    below += count
    return below * 2 > all
  })
  return Math.max(0, median) / grainSteps
}

/** Gives the filled pixels the grain of what surrounds them: a smooth spot in a grainy photograph is seen. */
function addGrain(data: Uint8Array, weights: GreyPixels, grain: number): void {
  const { box } = weights
  for (let pixel = 0; pixel < box.width * box.height; pixel++) {
    if (weights.data[pixel] === 0) continue
    const noise = 2 * grain * grainAt(box.x + (pixel % box.width), box.y + Math.floor(pixel / box.width))
    for (let channel = 0; channel < 3; channel++) {
      const at = pixel * 4 + channel
      data[at] = Math.min(255, Math.max(0, Math.round((data[at] ?? 0) + noise)))
    }
  }
}

async function scaled(data: Uint8Array, channels: 1 | 4, from: PixelSize, to: PixelSize): Promise<Uint8Array> {
  if (from.width === to.width && from.height === to.height) return data
  const { width, height } = from
  const resized = sharp(data, { raw: { width, height, channels } }).resize(to.width, to.height, {
    fit: 'fill',
    kernel: channels === 1 ? 'linear' : 'lanczos3',
  })
  // Raw gray would come as three channels.
  return (channels === 1 ? resized.extractChannel(0) : resized).raw().toBuffer()
}

/** Fills the mask of a picture from what surrounds it. */
export async function fillMask(
  { source, mask, variant }: Extract<RetouchTask, { kind: 'fill' }>,
  report: (fraction: number) => void,
): Promise<RetouchedPicture> {
  const picture = await decodePicture(source)
  const weights = await weightsOf(mask, picture)
  report(0.2)
  const { box } = weights
  const around = grownBox(box, context, picture)
  const hole = new Uint8Array(around.width * around.height)
  for (let pixel = 0; pixel < weights.data.length; pixel++) {
    if (weights.data[pixel] === 0) continue
    const row = box.y - around.y + Math.floor(pixel / box.width)
    hole[row * around.width + box.x - around.x + (pixel % box.width)] = 255
  }
  const data = cutRows(picture.data, picture.width, around, 4)
  const scale = Math.min(1, longestSide / Math.max(around.width, around.height))
  const small = {
    width: Math.max(1, Math.round(around.width * scale)),
    height: Math.max(1, Math.round(around.height * scale)),
  }
  const smallHole = (await scaled(hole, 1, around, small)).map((grey) => (grey > 0 ? 255 : 0))
  const smallData = await scaled(data, 4, around, small)
  report(0.4)
  const smallFilled = await filled({ data: smallData, mask: smallHole, ...small }, variant)
  report(0.8)
  const enlarged = await scaled(smallFilled, 4, small, around)
  const inside = { ...box, x: box.x - around.x, y: box.y - around.y }
  const changed = cutRows(enlarged, around.width, inside, 4)
  addGrain(changed, weights, grainAround({ data: smallData, mask: smallHole, ...small }))
  layOver(picture, weights, changed)
  const share = weights.data.reduce((sum, weight) => sum + Number(weight > 0), 0) / (picture.width * picture.height)
  const notes = share > largeShare ? ['Filled smoothly from its edges: a large part shows that.'] : []
  const { width, height } = picture
  return { bytes: await encodeResult(picture, picture, 'kept'), width, height, mask: null, notes }
}
