import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createLocalEngine } from '../local-engine.ts'
import type { UpscaleTask } from '../task.ts'
import { runtimeInTest } from '../testing/runtime-in-test.ts'
import { blurringNet } from '../testing/small-nets.ts'
import { farthest, listening, pixelsOf } from '../testing/tiny-tasks.ts'
import { tilesOf } from './tiles.ts'

describe('tiles', () => {
  const size = { width: 600, height: 300 }
  const tiles = tilesOf(size, { side: 256, margin: 32 })

  it('cover every pixel once', () => {
    expect(tiles).toHaveLength(6)
    expect(tiles.reduce((sum, { kept }) => sum + kept.width * kept.height, 0)).toBe(600 * 300)
    expect(tiles[4]?.kept).toEqual({ left: 256, top: 256, width: 256, height: 44 })
  })

  it('see a margin on each side that has one', () => {
    expect(tiles[0]?.seen).toEqual({ left: 0, top: 0, width: 288, height: 288 })
    expect(tiles[4]?.seen).toEqual({ left: 224, top: 224, width: 320, height: 76 })
  })
})

const leaseName = mkdtempSync(join(tmpdir(), 'espalier-upscale-'))
const engine = createLocalEngine({ leaseName, runtimeFolder: runtimeInTest, threads: 1 })
afterAll(() => engine.close())

const task = (picture: Uint8Array, over: Partial<UpscaleTask> = {}) => ({
  net: { kind: 'onnx', model: blurringNet(4) } as const,
  picture,
  factor: 2 as const,
  cleaning: 1,
  leastMemoryBytes: 0,
  ...over,
})

/** A picture of noise, which shows every seam. */
async function noise(width: number, height: number) {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7_919 + (i >> 3) * 104_729) % 256)
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  return { data, png: await picture.png().toBuffer() }
}

/** The mean of a pixel's surroundings, as `blurringNet` has it: nothing lies beyond the edge. */
function meanAround(data: Uint8Array, { width, height }: { width: number; height: number }) {
  const at = (x: number, y: number, c: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : data[(y * width + x) * 3 + c]
  return (x: number, y: number, c: number) => {
    let sum = 0
    for (let dy = -1; dy <= 1; dy += 1) for (let dx = -1; dx <= 1; dx += 1) sum += at(x + dx, y + dy, c)
    return Math.round(sum / 9)
  }
}

describe('upscaling', () => {
  it.each([1, 2, 4] as const)(
    'by %i in tiles gives what the net gives for the whole picture, without a seam',
    async (factor) => {
      const size = { width: 300, height: 280 }
      const { data, png } = await noise(size.width, size.height)
      const call = listening()
      const larger = await engine.upscale(task(png, { factor }), call)
      expect([larger.width, larger.height]).toEqual([300 * factor, 280 * factor])
      const mean = meanAround(data, size)
      const expected = new Uint8Array(larger.width * larger.height * 3)
      for (let y = 0; y < larger.height; y += 1)
        for (let x = 0; x < larger.width; x += 1)
          for (let c = 0; c < 3; c += 1)
            expected[(y * larger.width + x) * 3 + c] = mean(Math.floor(x / factor), Math.floor(y / factor), c)
      expect(farthest(await pixelsOf(larger.png), expected)).toBeLessThanOrEqual(1)
      expect(call.seen).toEqual([0.25, 0.5, 0.75, 1])
    },
  )

  it('keeps transparency', async () => {
    const half = {
      create: { width: 40, height: 30, channels: 4 as const, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
    }
    const { png } = await engine.upscale(task(await sharp(half).png().toBuffer()), listening())
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([80, 60, 4])
    expect(data[(30 * 80 + 40) * 4 + 3]).toBe(128)
  })

  it('ends when its signal is aborted, and works again afterwards', async () => {
    const { png } = await noise(600, 600)
    const stop = new AbortController()
    const call = { signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) }
    await expect(engine.upscale(task(png), call)).rejects.toThrow('stopped')
    expect((await engine.upscale(task(png), listening())).width).toBe(1_200)
  })

  it('refuses a damaged picture, and one whose result would be too large', async () => {
    await expect(engine.upscale(task(Buffer.from('no picture')), listening())).rejects.toMatchObject({
      reason: 'picture',
      message: 'The picture is damaged or too large. Choose another one.',
    })
    const wide = { create: { width: 4_096, height: 4_096, channels: 3 as const, background: '#888' } }
    const png = await sharp(wide).png().toBuffer()
    await expect(engine.upscale(task(png, { factor: 4 }), listening())).rejects.toMatchObject({
      reason: 'picture',
      message: 'Enlarged 4 times, the picture would be 16384 × 16384; at most 67 million pixels are made. Choose less.',
    })
  })

  it('refuses a net that does not enlarge enough, and a file that is no net', async () => {
    const { png } = await noise(20, 10)
    const small = { kind: 'onnx', model: blurringNet(2) } as const
    await expect(engine.upscale(task(png, { net: small, factor: 4 }), listening())).rejects.toMatchObject({
      reason: 'model',
    })
    const none = { kind: 'onnx', model: import.meta.filename } as const
    await expect(engine.upscale(task(png, { net: none }), listening())).rejects.toMatchObject({
      reason: 'model',
      message: 'This net is damaged, or of another kind than the engine knows. Install it again.',
    })
  })
})
