import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createLocalEngine } from '../local-engine.ts'
import { runtimeInTest } from '../testing/runtime-in-test.ts'
import { brightnessNet, lamaLikeNet, miGanLikeNet } from '../testing/small-nets.ts'
import { farthest, listening, pixelsOf } from '../testing/tiny-tasks.ts'
import { holesOf, surroundingsOf } from './holes.ts'

const leaseName = mkdtempSync(join(tmpdir(), 'espalier-masks-'))
const engine = createLocalEngine({ leaseName, runtimeFolder: runtimeInTest, threads: 1 })
afterAll(() => engine.close())

const size = { width: 700, height: 400 }

/** A dark picture with a bright square at 200, 100, of a side of 150. */
const picture = await sharp({ create: { ...size, channels: 3, background: '#202020' } })
  .composite([
    {
      input: { create: { width: 150, height: 150, channels: 3, background: '#e0e0e0' } },
      left: 200,
      top: 100,
    },
  ])
  .png()
  .toBuffer()

/** A mask that is `value` in these rectangles: left, top, width, height. */
async function maskOf(rectangles: readonly (readonly [number, number, number, number])[], value = 255) {
  const data = new Uint8Array(size.width * size.height)
  for (const [left, top, width, height] of rectangles)
    for (let y = top; y < top + height; y += 1) data.fill(value, y * size.width + left, y * size.width + left + width)
  return sharp(data, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer()
}

async function readAt(png: Uint8Array) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, info.channels)]
}

describe('cutting out', () => {
  const cutOut = (kind: 'is-net' | 'birefnet', model: string, encoded: Uint8Array = picture) =>
    engine.cutOut({ net: { kind, model }, picture: encoded, leastMemoryBytes: 0 }, listening())

  it('gives a mask of the picture’s size, the picture without its background, and how much of it is left', async () => {
    const { mask, png, width, height, share } = await cutOut('is-net', brightnessNet())
    expect([width, height]).toEqual([700, 400])
    expect(await sharp(mask).metadata()).toMatchObject({ width: 700, height: 400, channels: 1 })
    const inMask = await readAt(mask)
    const [inside = 0, outside = 255] = [inMask(275, 175)[0], inMask(20, 20)[0]]
    expect(inside).toBeGreaterThan(220)
    expect(outside).toBeLessThan(20)
    const inPicture = await readAt(png)
    expect([inPicture(275, 175), inPicture(20, 20)]).toEqual([
      [224, 224, 224, inside],
      [32, 32, 32, outside],
    ])
    expect(share).toBeCloseTo(150 ** 2 / (700 * 400), 0.7)
  })

  it('reads the logits of BiRefNet', async () => {
    const inMask = await readAt((await cutOut('birefnet', brightnessNet(100))).mask)
    expect([inMask(275, 175)[0], inMask(20, 20)[0]]).toEqual([255, 0])
  })

  it('finds nothing where the net is sure of nothing', async () => {
    const grey = await sharp({ create: { ...size, channels: 3, background: '#909090' } })
      .png()
      .toBuffer()
    expect((await cutOut('is-net', brightnessNet(), grey)).share).toBeLessThan(0.1)
  })
})

describe('erasing', () => {
  const erase = (net: Parameters<typeof engine.erase>[0]['net'], mask: Uint8Array, call = listening()) =>
    engine.erase({ net, picture, mask, leastMemoryBytes: 0 }, call)

  it.each([
    ['MI-GAN, whose mask is 0 in the hole', { kind: 'mi-gan', model: miGanLikeNet() } as const, 255],
    ['LaMa, which answers 0 to 255', { kind: 'lama', model: lamaLikeNet(180) } as const, 180],
    ['an export of LaMa, which answers 0 to 1', { kind: 'lama', model: lamaLikeNet(0.5) } as const, 128],
  ])('fills the hole by %s, and leaves every other pixel as it is', async (_name, net, grey) => {
    const call = listening()
    const { png, width, height } = await erase(net, await maskOf([[200, 100, 150, 150]]), call)
    expect([width, height]).toEqual([700, 400])
    const at = await readAt(png)
    expect(at(275, 175)).toEqual([grey, grey, grey])
    const before = await pixelsOf(picture)
    const after = await pixelsOf(png)
    const changed = []
    for (let i = 0; i < before.length; i += 3) if (before[i] !== after[i]) changed.push(i / 3)
    const outside = changed.filter((place) => {
      const [x, y] = [place % 700, Math.floor(place / 700)]
      return x < 200 || x >= 350 || y < 100 || y >= 250
    })
    expect(outside.length).toBe(0)
    expect(call.seen).toEqual([1])
  })

  it('blends where the mask is grey', async () => {
    const { png } = await erase({ kind: 'lama', model: lamaLikeNet(180) }, await maskOf([[10, 10, 40, 40]], 128))
    const at = await readAt(png)
    expect(at(30, 30)[0]).toBeCloseTo(32 + (180 - 32) * (128 / 255), -0.5)
  })

  it('fills holes that lie apart one after the other', async () => {
    const call = listening()
    const mask = await maskOf([
      [10, 10, 40, 40],
      [600, 300, 60, 60],
    ])
    const at = await readAt((await erase({ kind: 'lama', model: lamaLikeNet(180) }, mask, call)).png)
    expect([at(30, 30)[0], at(630, 330)[0], at(400, 380)[0]]).toEqual([180, 180, 32])
    expect(call.seen).toEqual([0.5, 1])
  })

  it('leaves a picture as it is where nothing is marked', async () => {
    const { png } = await erase({ kind: 'mi-gan', model: miGanLikeNet() }, await maskOf([]))
    expect(farthest(await pixelsOf(png), await pixelsOf(picture))).toBe(0)
  })

  it('refuses a mask of another size, and one that is no picture', async () => {
    const net = { kind: 'mi-gan', model: miGanLikeNet() } as const
    const small = await sharp({ create: { width: 70, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await expect(erase(net, small)).rejects.toMatchObject({
      reason: 'picture',
      message: 'The mask has 70 × 40 pixels where the picture has 700 × 400.',
    })
    await expect(erase(net, Buffer.from('no mask'))).rejects.toMatchObject({
      reason: 'picture',
      message: 'The mask is damaged. Draw it again.',
    })
  })
})

describe('holes', () => {
  const marked = (...places: readonly (readonly [number, number])[]) => {
    const mask = new Uint8Array(1_000 * 600)
    for (const [x, y] of places) mask[y * 1_000 + x] = 255
    return holesOf(mask, { width: 1_000, height: 600 })
  }

  it('are one where they are close, and apart where they are not', () => {
    expect(marked([100, 100], [130, 100], [300, 140])).toEqual([{ left: 100, top: 100, width: 201, height: 41 }])
    expect(marked([100, 100], [900, 100])).toHaveLength(2)
    expect(marked()).toEqual([])
  })

  it('are not joined over the edge of the picture', () => {
    expect(marked([999, 40], [0, 70])).toHaveLength(2)
  })

  it('are shown with as much around them, inside of the picture', () => {
    const picture = { width: 2_000, height: 900 }
    const hole = (left: number, top: number, side: number) => ({ left, top, width: side, height: side })
    expect(surroundingsOf(hole(1_000, 400, 100), picture, 512)).toEqual({
      left: 794,
      top: 194,
      width: 512,
      height: 512,
    })
    expect(surroundingsOf(hole(1_000, 400, 400), picture, 512)).toEqual({
      left: 800,
      top: 100,
      width: 800,
      height: 800,
    })
    expect(surroundingsOf(hole(0, 0, 100), picture, 512)).toEqual({ left: 0, top: 0, width: 512, height: 512 })
    expect(surroundingsOf(hole(100, 100, 700), picture, 512)).toEqual({ left: 0, top: 0, width: 1_400, height: 900 })
  })
})
