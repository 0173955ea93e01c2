import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createLocalEngine } from '../local-engine.ts'
import { runtimeInTest } from '../testing/runtime-in-test.ts'
import { blurringNet } from '../testing/small-nets.ts'
import { listening } from '../testing/tiny-tasks.ts'

const leaseName = mkdtempSync(join(tmpdir(), 'espalier-features-'))
const engine = createLocalEngine({ leaseName, runtimeFolder: runtimeInTest, threads: 1 })
afterAll(() => engine.close())

const side = 224
type Paint = (x: number, y: number, c: number) => number
const paints = {
  waves: (x, y, c) => (x * 5 + y * 3 + c * 40) % 256,
  disc: (x, y, c) => (Math.hypot(x - 112, y - 112) < 70 ? [220, 180, 150] : [40, 60, 90])[c] ?? 0,
} as const satisfies Record<string, Paint>

function png(paint: Paint): Promise<Buffer> {
  const data = Uint8Array.from({ length: side * side * 3 }, (_, i) =>
    paint(Math.floor(i / 3) % side, Math.floor(i / 3 / side), i % 3),
  )
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

const describePicture = async (paint: Paint) =>
  engine.features({ picture: await png(paint), leastMemoryBytes: 0 }, listening())

const likeness = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

describe('the features of a picture', () => {
  // Computed by TensorFlow.js 4.22 from the layers and weights in nsfwjs 4.3.0.
  it.each([
    ['waves', [0, 0, 0, 0, 0.01358, 0.00588], [0.6363, 0.0115, 0.3516, 0.0004, 0.0001], 23.9924],
    ['disc', [0, 0.0037, 0, 0.00139, 0, 0], [0.2316, 0.0123, 0.7558, 0.0002, 0], 31.3498],
  ] as const)('of %s are those that nsfwjs computes', async (name, first, classes, sum) => {
    const found = await describePicture(paints[name])
    expect(found.features).toHaveLength(1_280)
    expect(Math.hypot(...found.features)).toBeCloseTo(1, 5)
    for (const [place, value] of first.entries()) expect(found.features[place]).toBeCloseTo(value, 4)
    expect(found.features.reduce((total, value, place) => total + value * (place % 7), 0)).toBeCloseTo(sum, 2)
    const { drawing, hentai, neutral, porn, sexy } = found.classes
    for (const [place, value] of [drawing, hentai, neutral, porn, sexy].entries())
      expect(value).toBeCloseTo(classes[place] ?? 0, 3)
  })

  it('are nearer for a picture that is moved a little than for another one', async () => {
    const disc = await describePicture(paints.disc)
    const moved = await describePicture((x, y, c) => paints.disc(x + 12, y + 8, c))
    const waves = await describePicture(paints.waves)
    expect(likeness(disc.features, moved.features)).toBeGreaterThan(0.9)
    expect(likeness(disc.features, moved.features)).toBeGreaterThan(likeness(disc.features, waves.features) + 0.2)
  })

  it('are computed in the process that runs, which keeps its model', async () => {
    const picture = await png(paints.disc)
    const task = { net: { kind: 'onnx', model: blurringNet(2) } as const, factor: 2 as const, cleaning: 1, picture }
    await engine.upscale({ ...task, leastMemoryBytes: 0 }, listening())
    // A process of its own would need more memory than there is.
    const needs = { leastMemoryBytes: Number.MAX_SAFE_INTEGER }
    expect((await engine.features({ picture, ...needs }, listening())).classes.neutral).toBeGreaterThan(0.5)
    await engine.upscale({ ...task, ...needs }, listening())
  })

  it('of a damaged picture are refused', async () => {
    const damaged = engine.features({ picture: Buffer.from('no picture'), leastMemoryBytes: 0 }, listening())
    await expect(damaged).rejects.toMatchObject({ reason: 'picture' })
  })
})
