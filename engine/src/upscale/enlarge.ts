import { UnusableModel } from '../unusable-model.ts'
import { type Area, type Tile, tilesOf } from './tiles.ts'

/** RGB, three bytes a pixel. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number }

/** A net of super resolution: planes [1, 3, height, width] of 0 to 1 in, the same with larger sides out. */
export type EnlargingNet = (planes: Float32Array, size: Pick<Area, 'width' | 'height'>) => Promise<Float32Array>

/**
 * With Real-ESRGAN's general net a margin of 32 leaves a difference of at most 1 of 255 at a seam (16 leaves 4), and tiles of 256 take half
 * the time of one of 512.
 */
const tiling = { side: 256, margin: 32 }

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

/** Writes the kept part of an enlarged tile; a Uint8ClampedArray rounds, and cuts at 0 and 255. */
function writeTile(
  into: { readonly data: Uint8ClampedArray; readonly width: number },
  planes: Float32Array,
  { kept, seen }: Tile,
  scale: number,
): void {
  const count = seen.width * seen.height * scale * scale
  const [fromX, fromY] = [(kept.left - seen.left) * scale, (kept.top - seen.top) * scale]
  for (let y = 0; y < kept.height * scale; y += 1)
    for (let x = 0; x < kept.width * scale; x += 1) {
      const from = (fromY + y) * seen.width * scale + fromX + x
      const to = ((kept.top * scale + y) * into.width + kept.left * scale + x) * 3
      for (let c = 0; c < 3; c += 1) into.data[to + c] = planes[c * count + from] * 255
    }
}

/**
 * Enlarges a picture tile by tile, so that memory is bounded by the result and one tile.
 * @throws UnusableModel where the net's result has no whole scale.
 */
export async function enlargeByNet(
  net: EnlargingNet,
  picture: Pixels,
  onProgress: (fraction: number) => void,
): Promise<Pixels> {
  const tiles = tilesOf(picture, tiling)
  let scale = 0
  let into = { data: new Uint8ClampedArray(), width: 0 }
  for (const [done, tile] of tiles.entries()) {
    const planes = await net(planesOf(picture, tile.seen), tile.seen)
    const found = Math.sqrt(planes.length / (3 * tile.seen.width * tile.seen.height))
    if (!Number.isInteger(found) || found < 1 || (scale !== 0 && found !== scale))
      throw new UnusableModel('This net does not enlarge pictures by a whole number. Install the model again.')
    if (scale === 0) {
      scale = found
      const width = picture.width * scale
      into = { data: new Uint8ClampedArray(width * picture.height * scale * 3), width }
    }
    writeTile(into, planes, tile, scale)
    onProgress((done + 1) / tiles.length)
  }
  return { data: new Uint8Array(into.data.buffer), width: into.width, height: picture.height * scale }
}
