import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-common'
import { type OpenNet, type Runtime, runNet } from '../onnx/session.ts'
import type { ErasedPicture, EraseTask, ErasingNet } from '../task.ts'
import { UnusableModel } from '../unusable-model.ts'
import { holesOf, surroundingsOf } from './holes.ts'
import { encodePixels, openMask, openPixels, type Pixels, resizePixels, resizePlane } from './pictures.ts'
import type { Area } from './tiles.ts'

/** Both nets paint squares of 512. What is larger is shown to them smaller, and their pixels are enlarged. */
const side = 512
const count = side * side

/** A square to fill: RGB, and a byte a pixel that is 255 in the hole and 0 elsewhere. */
type Square = { readonly colors: Uint8Array; readonly hole: Uint8Array }
type Fill = (session: InferenceSession, square: Square, runtime: Runtime) => Promise<Uint8Array>

/** The inputs of a net for a picture and its mask; a net names them in this order, or says which is the mask. */
function inputsOf({ inputNames }: InferenceSession) {
  const [first = '', second = ''] = inputNames
  return /mask/i.test(first) ? { picture: second, mask: first } : { picture: first, mask: second }
}

function toPlanes(colors: Uint8Array): Uint8Array {
  const planes = new Uint8Array(3 * count)
  for (let i = 0; i < count; i += 1) for (let c = 0; c < 3; c += 1) planes[c * count + i] = colors[i * 3 + c]
  return planes
}

function fromPlanes(planes: ArrayLike<number>, scale: number): Uint8Array {
  if (planes.length !== 3 * count)
    throw new UnusableModel('This net returns a picture of another size. Install it again.')
  const colors = new Uint8ClampedArray(3 * count)
  for (let i = 0; i < count; i += 1)
    for (let c = 0; c < 3; c += 1) colors[i * 3 + c] = (planes[c * count + i] ?? 0) * scale
  return new Uint8Array(colors.buffer)
}

const fills: Readonly<Record<ErasingNet['kind'], Fill>> = {
  /** MI-GAN's pipeline (https://github.com/Picsart-AI-Research/MI-GAN): bytes, and a mask that is 0 in the hole and 255 elsewhere. */
  async 'mi-gan'(session, { colors, hole }, { Tensor }) {
    const names = inputsOf(session)
    const inputs = {
      [names.picture]: new Tensor('uint8', toPlanes(colors), [1, 3, side, side]),
      [names.mask]: new Tensor(
        'uint8',
        hole.map((value) => 255 - value),
        [1, 1, side, side],
      ),
    }
    return fromPlanes(await runNet(session, inputs, Uint8Array), 1)
  },
  /** LaMa (https://github.com/advimman/lama): 0 to 1, and a mask that is 1 in the hole; it answers 0 to 255, or in some exports 0 to 1. */
  async lama(session, { colors, hole }, { Tensor }) {
    const names = inputsOf(session)
    const planes = Float32Array.from(toPlanes(colors), (value) => value / 255)
    const inputs = {
      [names.picture]: new Tensor('float32', planes, [1, 3, side, side]),
      [names.mask]: new Tensor(
        'float32',
        Float32Array.from(hole, (value) => value / 255),
        [1, 1, side, side],
      ),
    }
    const filled = await runNet(session, inputs, Float32Array)
    return fromPlanes(filled, filled.some((value) => value > 2) ? 1 : 255)
  },
}

function cut({ data, width }: { data: Uint8Array; width: number }, area: Area, channels: 1 | 3): Uint8Array {
  const part = new Uint8Array(area.width * area.height * channels)
  const row = area.width * channels
  for (let y = 0; y < area.height; y += 1) {
    const from = ((area.top + y) * width + area.left) * channels
    part.set(data.subarray(from, from + row), y * row)
  }
  return part
}

/** Blends filled pixels into a picture where its mask says so, inside of `hole` alone, and clears the mask there. */
function blend(picture: Pixels, mask: Uint8Array, filled: Pixels, { seen, hole }: { seen: Area; hole: Area }): void {
  for (let y = hole.top; y < hole.top + hole.height; y += 1)
    for (let x = hole.left; x < hole.left + hole.width; x += 1) {
      const place = y * picture.width + x
      const share = mask[place] / 255
      if (share === 0) continue
      const from = ((y - seen.top) * seen.width + x - seen.left) * 3
      for (let c = 0; c < 3; c += 1) {
        const old = picture.data[place * 3 + c]
        picture.data[place * 3 + c] = Math.round(old + (filled.data[from + c] - old) * share)
      }
      mask[place] = 0
    }
}

/**
 * Fills the holes of a picture with what surrounds them, one after the other; pixels outside of the mask stay as they are.
 * @throws DamagedPicture, UnusableModel.
 */
export async function erase(
  { net, picture, mask: encodedMask }: EraseTask,
  { runtime, openNet }: { readonly runtime: Runtime; readonly openNet: OpenNet },
  onProgress: (fraction: number) => void,
): Promise<ErasedPicture> {
  const pixels = await openPixels(picture)
  const mask = await openMask(encodedMask, pixels)
  const holes = holesOf(mask, pixels)
  const square = { width: side, height: side }
  for (const [done, hole] of holes.entries()) {
    const session = await openNet(net.model, () => readFile(net.model))
    const seen = surroundingsOf(hole, pixels, side)
    const part = { data: cut(pixels, seen, 3), width: seen.width, height: seen.height }
    const colors = (await resizePixels(part, square)).data
    // A pixel that is marked in part still shows what is to go.
    const marked = cut({ data: mask, width: pixels.width }, seen, 1).map((value) => (value > 0 ? 255 : 0))
    const shrunk = await resizePlane(marked, seen, square)
    const filled = await fills[net.kind](
      session,
      { colors, hole: shrunk.map((value) => (value > 0 ? 255 : 0)) },
      runtime,
    )
    const back = await resizePixels({ data: filled, ...square }, { width: seen.width, height: seen.height })
    blend(pixels, mask, back, { seen, hole })
    onProgress((done + 1) / holes.length)
  }
  return { png: await encodePixels(pixels), width: pixels.width, height: pixels.height }
}
