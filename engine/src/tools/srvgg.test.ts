import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { writePyTorchFile } from '#engine-tools/write-pytorch-file.ts'
import { createLocalEngine } from '../local-engine.ts'
import { runtimeInTest } from '../testing/runtime-in-test.ts'
import { listening } from '../testing/tiny-tasks.ts'
import { type UpscalerWeights, upscalerWeights } from '../testing/upscaler-weights.ts'
import { writeSrvgg } from './srvgg.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-srvgg-'))
const engine = createLocalEngine({ leaseName: folder, runtimeFolder: runtimeInTest, threads: 1 })
afterAll(() => engine.close())

function written(name: string, weights: UpscalerWeights): string {
  const file = join(folder, name)
  writeFileSync(file, writePyTorchFile(weights, { below: 'params' }))
  return file
}

/** What the net of these files makes of one flat color, 0 to 255. */
async function enlarged(level: number, cleaning: number, files: { cleaning: string; keeping: string }) {
  const flat = { create: { width: 8, height: 8, channels: 3 as const, background: { r: level, g: level, b: level } } }
  const picture = await sharp(flat).png().toBuffer()
  const task = { net: { kind: 'srvgg', ...files } as const, picture, factor: 4 as const, cleaning, leastMemoryBytes: 0 }
  const { png, width } = await engine.upscale(task, listening())
  const data = await sharp(png).raw().toBuffer()
  return { width, middle: data[(16 * 32 + 16) * 3] }
}

describe('the net of Real-ESRGAN', () => {
  const strong = written('strong.pth', upscalerWeights({ gain: 0.5 }))
  const weak = written('weak.pth', upscalerWeights({ gain: 0 }))
  const files = { cleaning: strong, keeping: weak }

  it('adds what its layers find to the picture itself', async () => {
    // 0.8 + 0.5 · (0.8 − 0.5)
    expect(await enlarged(204, 1, files)).toEqual({ width: 32, middle: 242 })
    expect((await enlarged(204, 0, files)).middle).toBe(204)
  })

  it('mixes the weights of its two files', async () => {
    expect((await enlarged(204, 0.5, files)).middle).toBe(223)
  })

  it('bends what is negative by the slope of each channel', async () => {
    const bent = written('bent.pth', upscalerWeights({ gain: 0.5, slope: 0.1 }))
    // 0.2 + 0.5 · 0.1 · (0.2 − 0.5)
    expect((await enlarged(51, 1, { cleaning: bent, keeping: bent })).middle).toBe(47)
  })

  it.each([
    ['no layers', new Map()],
    ['channels that give no square of pixels', new Map([...upscalerWeights({ gain: 1 })].slice(0, 2))],
    ['a layer without its bias', new Map([...upscalerWeights({ gain: 1 })].filter(([name]) => name !== 'body.2.bias'))],
  ])('is refused with %s', async (_name, weights: UpscalerWeights) => {
    const file = written('refused.pth', weights)
    await expect(writeSrvgg({ cleaning: file, keeping: file }, 1)).rejects.toThrow(
      'This net of super resolution has other layers than the engine knows. Install it again.',
    )
  })

  it('is refused where its two files differ in form', async () => {
    const other = written('other.pth', new Map([...upscalerWeights({ gain: 1 })].slice(0, 3)))
    await expect(writeSrvgg({ cleaning: strong, keeping: other }, 0.5)).rejects.toThrow('other layers')
  })
})
