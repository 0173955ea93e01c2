import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createLocalEngine } from '../local-engine.ts'
import { runtimeInTest } from '../testing/runtime-in-test.ts'
import { listening } from '../testing/tiny-tasks.ts'
import { writePyTorchFile } from '../testing/write-pytorch-file.ts'
import { writeSrvgg } from './srvgg.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-srvgg-'))
const engine = createLocalEngine({ leaseName: folder, runtimeFolder: runtimeInTest, threads: 1 })
afterAll(() => engine.close())

type Weights = Parameters<typeof writePyTorchFile>[0]

/**
 * A net of three layers with the form of Real-ESRGAN's: each pixel's own value less 0.5, its negative part times `slope`, then as
 * 4 × 4 pixels times `gain`.
 */
function weightsOf({ gain, slope = 1 }: { gain: number; slope?: number }): Weights {
  const identity = new Float32Array(3 * 3 * 9)
  for (let c = 0; c < 3; c += 1) identity[(c * 3 + c) * 9 + 4] = 1
  const copies = Float32Array.from({ length: 48 * 3 * 9 }, (_, i) => {
    const [out, into, at] = [Math.floor(i / 27), Math.floor(i / 9) % 3, i % 9]
    return at === 4 && Math.floor(out / 16) === into ? gain : 0
  })
  return new Map([
    ['body.0.weight', { shape: [3, 3, 3, 3], data: identity }],
    ['body.0.bias', { shape: [3], data: new Float32Array(3).fill(-0.5) }],
    ['body.1.weight', { shape: [3], data: new Float32Array(3).fill(slope) }],
    ['body.2.weight', { shape: [48, 3, 3, 3], data: copies }],
    ['body.2.bias', { shape: [48], data: new Float32Array(48) }],
  ])
}

function written(name: string, weights: Weights): string {
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
  const strong = written('strong.pth', weightsOf({ gain: 0.5 }))
  const weak = written('weak.pth', weightsOf({ gain: 0 }))
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
    const bent = written('bent.pth', weightsOf({ gain: 0.5, slope: 0.1 }))
    // 0.2 + 0.5 · 0.1 · (0.2 − 0.5)
    expect((await enlarged(51, 1, { cleaning: bent, keeping: bent })).middle).toBe(47)
  })

  it.each([
    ['no layers', new Map()],
    ['channels that give no square of pixels', new Map([...weightsOf({ gain: 1 })].slice(0, 2))],
    ['a layer without its bias', new Map([...weightsOf({ gain: 1 })].filter(([name]) => name !== 'body.2.bias'))],
  ])('is refused with %s', async (_name, weights: Weights) => {
    const file = written('refused.pth', weights)
    await expect(writeSrvgg({ cleaning: file, keeping: file }, 1)).rejects.toThrow(
      'This net of super resolution has other layers than the engine knows. Install it again.',
    )
  })

  it('is refused where its two files differ in form', async () => {
    const other = written('other.pth', new Map([...weightsOf({ gain: 1 })].slice(0, 3)))
    await expect(writeSrvgg({ cleaning: strong, keeping: other }, 0.5)).rejects.toThrow('other layers')
  })
})
