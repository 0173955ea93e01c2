import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Rect } from '#domain/geometry/rect.ts'
import { writePyTorchFile } from '#engine-tools/write-pytorch-file.ts'
import type { MaskInput, RetouchTask } from '#server/retouch/retouch-task.ts'

/** A photograph as far as a bench needs one: soft shapes, a subject in the middle, and noise that no encoder can leave out. */
export async function photograph(side: number): Promise<Buffer> {
  const grain = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 8 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs><linearGradient id="g" x2="1" y2="1">
    <stop stop-color="#8fb3d9"/><stop offset="1" stop-color="#3d4a2f"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>
    <circle cx="50%" cy="50%" r="24%" fill="#c8552d"/><circle cx="46%" cy="44%" r="6%" fill="#f0b48c"/></svg>`
  return sharp(Buffer.from(shapes))
    .composite([{ input: grain, blend: 'soft-light' }])
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** A mask of a picture whose white lies within a box, or outside of it. */
async function maskOf(side: number, box: Rect, white: 'inside' | 'outside'): Promise<MaskInput> {
  const data = new Uint8Array(side * side).fill(white === 'inside' ? 0 : 255)
  for (let y = box.y; y < box.y + box.height; y++)
    data.fill(white === 'inside' ? 255 : 0, y * side + box.x, y * side + box.x + box.width)
  const png = await sharp(data, { raw: { width: side, height: side, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  const around = white === 'inside' ? box : { x: 0, y: 0, width: side, height: side }
  return { png, box: around, grow: 4, feather: 8 }
}

const middle = (side: number, share: number): Rect => {
  const length = Math.round(side * share)
  const start = Math.round((side - length) / 2)
  return { x: start, y: start, width: length, height: length }
}

export type EditCase = {
  readonly name: string
  /** Of the picture, in pixels. */
  readonly side: number
  /** The pixels that the task decodes and makes, beside the picture's own. */
  readonly made: number
  task(source: Buffer): Promise<RetouchTask>
}

export const editCases: readonly EditCase[] = [
  {
    name: 'enlarge 1024² → 2048², without a net',
    side: 1_024,
    made: 2_048 ** 2,
    task: async (source) => ({ kind: 'enlarge', source, factor: 2 }),
  },
  {
    name: 'remove background 1024², from a rough selection',
    side: 1_024,
    made: 1_024 ** 2,
    task: async (source) => ({
      kind: 'cut-out',
      source,
      use: 'rough',
      mask: await maskOf(1_024, middle(1_024, 0.6), 'outside'),
    }),
  },
  {
    name: 'erase 768², 5 % of it',
    side: 768,
    made: 768 ** 2,
    task: async (source) => ({
      kind: 'fill',
      source,
      mask: await maskOf(768, middle(768, 0.22), 'inside'),
      variant: 0,
    }),
  },
  {
    name: 'composite 4096², a quarter of it',
    side: 4_096,
    made: 4_096 ** 2,
    task: async (source) => ({
      kind: 'paste',
      source,
      result: await photograph(1_024),
      mask: await maskOf(4_096, middle(4_096, 0.5), 'inside'),
      box: null,
    }),
  },
  {
    name: 'adjust 4096², everything',
    side: 4_096,
    made: 4_096 ** 2,
    task: async (source) => ({
      kind: 'adjust',
      source,
      adjustments: { light: 10, contrast: 10, saturation: 10, warmth: 10, sharpness: 30, grain: 10, vignette: 20 },
    }),
  },
  {
    name: 'straighten 4096² by 3°',
    side: 4_096,
    made: 3_600 ** 2,
    task: async (source) => ({
      kind: 'frame',
      source,
      frame: { x: 248, y: 248, width: 3_600, height: 3_600, angle: 3 },
    }),
  },
]

type Tensor = Parameters<typeof writePyTorchFile>[0] extends ReadonlyMap<string, infer Each> ? Each : never

/** A file of Real-ESRGAN's general net with made-up weights: 34 convolutions, 64 wide, as long as the published one. */
export async function writeUpscalingNet(folder: string): Promise<string> {
  const layers = 33
  const width = 64
  const weights = (count: number) => Float32Array.from({ length: count }, (_, i) => Math.sin(i * 12.9898) * 0.02)
  const tensors: Map<string, Tensor> = new Map()
  const convolution = (at: number, out: number, into: number) => {
    tensors.set(`body.${at}.weight`, { shape: [out, into, 3, 3], data: weights(out * into * 9) })
    tensors.set(`body.${at}.bias`, { shape: [out], data: new Float32Array(out) })
  }
  convolution(0, width, 3)
  for (let layer = 0; layer < layers; layer++) {
    tensors.set(`body.${2 * layer + 1}.weight`, { shape: [width], data: new Float32Array(width).fill(0.25) })
    if (layer + 1 < layers) convolution(2 * layer + 2, width, width)
  }
  convolution(2 * layers, 48, width)
  const path = join(folder, 'upscale.pth')
  await writeFile(path, writePyTorchFile(tensors))
  return path
}
