import { readFile } from 'node:fs/promises'
import type { OpenNet, Runtime } from '../onnx/session.ts'
import { runNet } from '../onnx/session.ts'
import type { UpscaledPicture, UpscaleTask, UpscalingNet } from '../task.ts'
import { UnusableModel } from '../unusable-model.ts'
import { DamagedPicture, encodePixels, openLayers, type Pixels, resizePlane } from './pictures.ts'
import { writeSrvgg } from './srvgg.ts'
import { type Area, type Tile, tilesOf } from './tiles.ts'

/** A net of super resolution: planes [1, 3, height, width] of 0 to 1 in, the same with larger sides out. */
type Enlarging = (planes: Float32Array, size: Pick<Area, 'width' | 'height'>) => Promise<Float32Array>

/**
 * With Real-ESRGAN's general net a margin of 32 leaves a difference of at most 1 of 255 at a seam (16 leaves 4), and tiles of 256 take half
 * the time of one of 512.
 */
const tiling = { side: 256, margin: 32 }

/** 8192 × 8192: the result is 200 MB. */
const maxResultPixels = 2 ** 26

function planesOf({ data, width }: Pixels, { left, top, ...seen }: Area): Float32Array {
  const count = seen.width * seen.height
  const planes = new Float32Array(3 * count)
  for (let y = 0; y < seen.height; y += 1)
    for (let x = 0; x < seen.width; x += 1) {
      const from = ((top + y) * width + left + x) * 3
      for (let c = 0; c < 3; c += 1) planes[c * count + y * seen.width + x] = data[from + c] / 255
    }
  return planes
}

/** Cut at 0 and 1, which is what a pixel shows: a net goes beyond at edges. */
const shown = (value: number) => Math.min(1, Math.max(0, value))

/** Writes the kept part of an enlarged tile, each pixel as the mean of `net / factor` squared. */
function writeTile(
  into: Pixels,
  planes: Float32Array,
  { kept, seen }: Tile,
  { net, factor }: { readonly net: number; readonly factor: number },
): void {
  const count = seen.width * seen.height * net * net
  const stride = seen.width * net
  const step = net / factor
  const [fromX, fromY] = [(kept.left - seen.left) * net, (kept.top - seen.top) * net]
  for (let y = 0; y < kept.height * factor; y += 1)
    for (let x = 0; x < kept.width * factor; x += 1) {
      const to = ((kept.top * factor + y) * into.width + kept.left * factor + x) * 3
      for (let c = 0; c < 3; c += 1) {
        let sum = 0
        for (let dy = 0; dy < step; dy += 1) {
          const row = c * count + (fromY + y * step + dy) * stride + fromX + x * step
          for (let dx = 0; dx < step; dx += 1) sum += shown(planes[row + dx])
        }
        into.data[to + c] = Math.round((sum * 255) / (step * step))
      }
    }
}

/**
 * Enlarges a picture tile by tile, so that memory is bounded by the result and one tile.
 * @param factor A divisor of the net's own.
 * @throws UnusableModel where the net's result has no whole scale, or not a multiple of the factor.
 */
async function enlarge(
  enlarging: Enlarging,
  { picture, factor }: { readonly picture: Pixels; readonly factor: number },
  onProgress: (fraction: number) => void,
): Promise<Pixels> {
  const width = picture.width * factor
  const height = picture.height * factor
  const into = { data: new Uint8Array(width * height * 3), width, height }
  const tiles = tilesOf(picture, tiling)
  for (const [done, tile] of tiles.entries()) {
    const planes = await enlarging(planesOf(picture, tile.seen), tile.seen)
    const net = Math.sqrt(planes.length / (3 * tile.seen.width * tile.seen.height))
    if (!Number.isInteger(net / factor) || net < factor)
      throw new UnusableModel('This net does not enlarge pictures by a whole number. Install it again.')
    writeTile(into, planes, tile, { net, factor })
    onProgress((done + 1) / tiles.length)
  }
  return into
}

const modelOf = (net: UpscalingNet, cleaning: number) =>
  net.kind === 'onnx' ? readFile(net.model) : writeSrvgg(net, cleaning)

/** Enlarges and cleans a picture. @throws DamagedPicture, UnusableModel. */
export async function upscale(
  { net, picture, factor, cleaning }: UpscaleTask,
  { runtime, openNet }: { readonly runtime: Runtime; readonly openNet: OpenNet },
  onProgress: (fraction: number) => void,
): Promise<UpscaledPicture> {
  const { alpha, ...pixels } = await openLayers(picture)
  const size = { width: pixels.width * factor, height: pixels.height * factor }
  if (size.width * size.height > maxResultPixels)
    throw new DamagedPicture(
      `Enlarged ${factor} times, the picture would be ${size.width} × ${size.height}; at most 67 million pixels are made. Choose less.`,
    )
  const session = await openNet(JSON.stringify([net, cleaning]), () => modelOf(net, cleaning))
  const input = session.inputNames[0] ?? ''
  const enlarging: Enlarging = (planes, { width, height }) =>
    runNet(session, { [input]: new runtime.Tensor('float32', planes, [1, 3, height, width]) }, Float32Array)
  const larger = await enlarge(enlarging, { picture: pixels, factor }, onProgress)
  const largerAlpha = alpha && (await resizePlane(alpha, pixels, size))
  return { png: await encodePixels(larger, largerAlpha), ...size }
}
