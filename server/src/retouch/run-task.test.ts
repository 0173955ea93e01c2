import { createHash } from 'node:crypto'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { effectNames } from '#domain/edit/effects.ts'
import { adjustmentNames } from '#domain/edit/operation.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { pngChunk } from '../operations/png-chunk.ts'
import { effects } from './effects.ts'
import type { MaskInput, RetouchTask } from './retouch-task.ts'
import { runTask } from './run-task.ts'

const [width, height] = [48, 32]
const run = (task: RetouchTask) => runTask(task, () => {})

/** RGBA pixels of any colors and opacities, by a number that decides them. */
function pixelsOf(seed: number, opacity: 'opaque' | 'clear'): Uint8Array {
  let state = seed * 2 + 1
  return Uint8Array.from({ length: width * height * 4 }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return index % 4 === 3 && opacity === 'opaque' ? 255 : state >>> 24
  })
}

const files = {
  png: (picture: Sharp) => picture.png().toBuffer(),
  jpeg: (picture: Sharp) => picture.removeAlpha().jpeg({ quality: 75 }).toBuffer(),
  webp: (picture: Sharp) => picture.webp({ quality: 75 }).toBuffer(),
  'lossless webp': (picture: Sharp) => picture.webp({ lossless: true, exact: true }).toBuffer(),
}
type FileKind = keyof typeof files

const fileOf = (kind: FileKind, pixels: Uint8Array) =>
  files[kind](sharp(pixels, { raw: { width, height, channels: 4 } }))
const decoded = (bytes: Uint8Array) => sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer()

const boxes: fc.Arbitrary<Rect> = fc
  .record({ x: fc.nat(width - 2), y: fc.nat(height - 2), right: fc.nat(width - 1), bottom: fc.nat(height - 1) })
  .map(({ x, y, right, bottom }) => ({ x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }))

async function maskOf(box: Rect, edge: { grow: number; feather: number }): Promise<MaskInput> {
  const data = new Uint8Array(width * height)
  for (let y = box.y; y < box.y + box.height; y++) data.fill(255, y * width + box.x, y * width + box.x + box.width)
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  return { png, box, ...edge }
}

/** The distance of a pixel from a box. */
const away = (box: Rect, x: number, y: number) =>
  Math.hypot(Math.max(box.x - x, 0, x - (box.x + box.width - 1)), Math.max(box.y - y, 0, y - (box.y + box.height - 1)))

const edges = fc.record({ grow: fc.nat(5), feather: fc.nat(6) })
const sources = fc.record({
  kind: fc.constantFrom(...(Object.keys(files) as FileKind[])),
  opacity: fc.constantFrom('opaque' as const, 'clear' as const),
  seed: fc.nat(1_000),
})

const solid = () =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: '#ff00a0' } })
    .png()
    .toBuffer()

describe('a masked edit', () => {
  it.each([
    [
      'what a model painted',
      (source: Uint8Array, result: Uint8Array, mask: MaskInput): RetouchTask => ({
        kind: 'paste',
        source,
        result,
        mask,
        box: null,
      }),
    ],
    [
      'a fill',
      (source: Uint8Array, _: Uint8Array, mask: MaskInput): RetouchTask => ({ kind: 'fill', source, mask, variant: 0 }),
    ],
  ])('leaves every pixel beyond the feathered mask as it was, in every kind of file: %s', async (_, taskOf) => {
    const result = await solid()
    await fc.assert(
      fc.asyncProperty(sources, boxes, edges, async ({ kind, opacity, seed }, box, edge) => {
        const source = await fileOf(kind, pixelsOf(seed, opacity))
        const [before, after] = await Promise.all([
          decoded(source),
          run(taskOf(source, result, await maskOf(box, edge))).then(({ bytes }) => decoded(bytes)),
        ])
        expect(after).toHaveLength(before.length)
        const changed: number[][] = []
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++) {
            const at = (y * width + x) * 4
            const isFar =
              away(box, x, y) > 0 && away(box, x, y) >= edge.grow + edge.feather + (edge.feather === 0 ? 1e-9 : 0)
            if (isFar && away(box, x, y) > edge.grow && before.compare(after, at, at + 4, at, at + 4) !== 0)
              changed.push([x, y])
          }
        expect(changed).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('is refused where the mask lies far beside the picture', async () => {
    const source = await fileOf('png', pixelsOf(1, 'opaque'))
    const mask = await maskOf({ x: 0, y: 0, width: 9, height: 9 }, { grow: 0, feather: 1 })
    const far = { ...mask, box: { x: 25_000, y: 25_000, width: 1, height: 1 } }
    const beside = 'The selection lies beside the picture.'
    await expect(run({ kind: 'fill', source, mask: far, variant: 0 })).rejects.toThrow(beside)
    await expect(run({ kind: 'give', source, mask: far, box: null, size: { width, height } })).rejects.toThrow(beside)
  })

  it('is refused where nothing is left of a mask that shrinks, and else changes what is left of it', async () => {
    const source = await fileOf('png', pixelsOf(1, 'opaque'))
    const box = { x: 10, y: 5, width: 12, height: 9 }
    const shrunk = async (grow: number) => {
      const mask = await maskOf(box, { grow, feather: 0 })
      const { bytes } = await run({ kind: 'paste', source, result: await solid(), mask, box: null })
      return decoded(bytes)
    }
    await expect(shrunk(-5)).rejects.toThrow('Nothing is left of the selection where it shrinks by 5 pixels.')
    const [before, after] = [await decoded(source), await shrunk(-2)]
    const isChanged = (x: number, y: number) => {
      const at = (y * width + x) * 4
      return before.compare(after, at, at + 4, at, at + 4) !== 0
    }
    expect([isChanged(11, 9), isChanged(12, 9), isChanged(19, 9), isChanged(20, 9)]).toEqual([false, true, true, false])
  })

  it('takes the result of a model alone within the mask, whatever its size', async () => {
    const source = await fileOf('png', pixelsOf(1, 'opaque'))
    const result = await sharp({ create: { width: 7, height: 90, channels: 3, background: '#ff00a0' } })
      .png()
      .toBuffer()
    const box = { x: 10, y: 5, width: 12, height: 9 }
    const { bytes } = await run({
      kind: 'paste',
      source,
      result,
      mask: await maskOf(box, { grow: 0, feather: 0 }),
      box: null,
    })
    const pixels = await decoded(bytes)
    expect([...pixels.subarray((8 * width + 15) * 4, (8 * width + 15) * 4 + 4)]).toEqual([255, 0, 160, 255])
  })

  it('says that a model changed nothing', async () => {
    const source = await fileOf('png', pixelsOf(1, 'opaque'))
    const mask = await maskOf({ x: 10, y: 5, width: 12, height: 9 }, { grow: 0, feather: 0 })
    const { notes } = await run({ kind: 'paste', source, result: source, mask, box: null })
    expect(notes.join()).toMatch(/changed nothing/)
  })

  it('fills a hole that is larger than what is filled at once', async () => {
    const [side, hole] = [1_600, { x: 200, y: 200, width: 1_200, height: 1_200 }]
    const source = await sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const data = new Uint8Array(side * side)
    for (let y = hole.y; y < hole.y + hole.height; y++)
      data.fill(255, y * side + hole.x, y * side + hole.x + hole.width)
    const png = await sharp(data, { raw: { width: side, height: side, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const { bytes, notes } = await run({
      kind: 'fill',
      source,
      mask: { png, box: hole, grow: 0, feather: 0 },
      variant: 0,
    })
    expect([...(await decoded(bytes)).subarray((800 * side + 800) * 4, (800 * side + 800) * 4 + 4)]).toEqual([
      51, 102, 153, 255,
    ])
    expect(notes.join()).toMatch(/a large part shows that/)
  })

  it('of another picture is refused', async () => {
    const source = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const mask = await maskOf({ x: 0, y: 0, width: 5, height: 5 }, { grow: 0, feather: 0 })
    await expect(run({ kind: 'fill', source, mask, variant: 0 })).rejects.toThrow(
      /48 × 32 pixels and the picture 20 × 20/,
    )
  })
})

describe('an enlargement by a model', () => {
  it('keeps the transparency of its source, and its kind', async () => {
    const clear = pixelsOf(3, 'clear')
    const source = await fileOf('png', clear)
    const size = { width: 2 * width, height: 2 * height }
    const result = await sharp({ create: { ...size, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer()
    const { bytes } = await run({ kind: 'as-source', source, result, size })
    const expected = await sharp(source)
      .resize(size.width, size.height, { kernel: 'lanczos3', fit: 'fill' })
      .raw()
      .toBuffer()
    const made = await decoded(bytes)
    expect((await sharp(bytes).metadata()).format).toBe('png')
    const opacity = (data: Uint8Array) => [...data].filter((_, index) => index % 4 === 3)
    expect(opacity(made)).toEqual(opacity(expected))
  })
})

describe('an edit of the whole picture', () => {
  const whole = (source: Uint8Array): RetouchTask[] => [
    ...effectNames.flatMap((effect) =>
      [0, 1, 2, 3].map((variant) => ({ kind: 'effect', source, effect, variant }) as const),
    ),
    ...adjustmentNames.map((name) => ({ kind: 'adjust', source, adjustments: { [name]: 60 } }) as const),
    ...adjustmentNames.map((name) => ({ kind: 'adjust', source, adjustments: { [name]: -60 } }) as const),
  ]

  it('changes its colors, and neither its size nor its opacity', async () => {
    const source = await fileOf('png', pixelsOf(5, 'clear'))
    const before = await decoded(source)
    for (const task of whole(source)) {
      const after = await decoded((await run(task)).bytes)
      const opacity = (pixels: Buffer) => pixels.filter((_, index) => index % 4 === 3)
      expect(opacity(after)).toEqual(opacity(before))
      expect(after.equals(before)).toBe(false)
    }
  })

  it('has the colors that its source describes', async () => {
    const file = await solid()
    const head = 33
    const linear = pngChunk('gAMA', Buffer.from([0, 1, 0x86, 0xa0]))
    const source = Buffer.concat([file.subarray(0, head), linear, file.subarray(head)])
    const { bytes } = await run({ kind: 'frame', source, frame: { x: 0, y: 0, width: 100, height: 100 } })
    const [red, green, blue] = await decoded(bytes)
    // Light of 0xa0 / 255 in the curve of sRGB (IEC 61966-2-1).
    expect([red, green, Math.abs((blue ?? 0) - 0xcf) <= 1]).toEqual([255, 0, true])
  })

  it('has four looks for each effect', () => {
    const [side, channels] = [640, 4]
    const gradient = Uint8Array.from({ length: side * side * channels }, (_, index) => {
      const [x, y] = [(index >> 2) % side, Math.floor((index >> 2) / side)]
      return [x & 255, y & 255, (x * y) & 255, 255][index % channels] ?? 0
    })
    for (const effect of effectNames) {
      const looks = [0, 1, 2, 3].map((variant) => {
        const data = gradient.slice()
        effects[effect]({ data, width: side, height: side }, variant)
        return createHash('sha256').update(data).digest('hex')
      })
      expect([effect, new Set(looks).size]).toEqual([effect, 4])
    }
  })

  it.each([
    ['jpeg', 'jpeg'],
    ['webp', 'webp'],
    ['png', 'png'],
  ] as const)('of a %s is a %s', async (kind, format) => {
    const source = await fileOf(kind, pixelsOf(2, 'opaque'))
    const { bytes } = await run({ kind: 'adjust', source, adjustments: { light: 10 } })
    expect((await sharp(bytes).metadata()).format).toBe(format)
  })
})

describe('what a model is given', () => {
  it('is the part around the mask with everything that may change, at the size that was asked for', async () => {
    const source = await fileOf('jpeg', pixelsOf(3, 'opaque'))
    const mask = await maskOf({ x: 10, y: 10, width: 8, height: 6 }, { grow: 1, feather: 2 })
    const box = { x: 4, y: 4, width: 20, height: 18 }
    const size = { width: 200, height: 180 }
    const given = await run({ kind: 'give', source, mask, box, size })
    expect(await sharp(given.bytes).metadata()).toMatchObject({ format: 'png', ...size })
    const { channels } = await sharp(given.mask ?? '').metadata()
    const { data, info } = await sharp(given.mask ?? '')
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([channels, info.width, info.height, new Set(data)]).toEqual([1, 200, 180, new Set([0, 255])])
    const white = (x: number, y: number) => data[y * 10 * 200 + x * 10] === 255
    // The mask begins 6 pixels right of and below the part; grow and feather reach 2 whole pixels more.
    expect([white(6, 6), white(4, 8), white(2, 8), white(13, 11), white(17, 11)]).toEqual([
      true,
      true,
      false,
      true,
      false,
    ])
  })
})

const [side, radius] = [200, 60]
const isSubject = (x: number, y: number) => Math.hypot(x - 100, y - 100) < radius

/** A red circle on blue, with an edge of about a pixel. */
function circle(): Promise<Buffer> {
  const data = Uint8Array.from({ length: side * side * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % side, Math.floor(index / 3 / side)]
    return (isSubject(x, y) ? [220, 40, 20] : [20, 60, 220])[index % 3] ?? 0
  })
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .blur(0.6)
    .png()
    .toBuffer()
}

describe('a cut-out', () => {
  it('of a subject that looks like its surroundings keeps the selection, and says so', async () => {
    const source = await sharp({ create: { width, height, channels: 3, background: '#777777' } })
      .png()
      .toBuffer()
    const data = new Uint8Array(width * height).fill(255)
    for (let y = 8; y < 24; y++) data.fill(0, y * width + 12, y * width + 36)
    const png = await sharp(data, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const mask = { png, box: { x: 0, y: 0, width, height }, grow: 0, feather: 0 }
    const { bytes, notes } = await run({ kind: 'cut-out', source, mask, use: 'rough' })
    const pixels = await decoded(bytes)
    const alphaAt = (x: number, y: number) => pixels[(y * width + x) * 4 + 3]
    expect([alphaAt(2, 2), alphaAt(24, 16)]).toEqual([0, 255])
    expect(notes.join()).toMatch(/No subject was found/)
  })

  it('of a picture without a selection has the subject that lies within its edges', async () => {
    const source = await circle()
    const pixels = await decoded((await run({ kind: 'cut-out', source, mask: null, use: 'rough' })).bytes)
    const alphaAt = (x: number, y: number) => pixels[(y * side + x) * 4 + 3]
    expect([alphaAt(2, 2), alphaAt(30, 30), alphaAt(100, 100), alphaAt(100, 180)]).toEqual([0, 0, 255, 0])
  })

  it('of a picture without a selection and without a subject is refused', async () => {
    const source = await sharp({ create: { width, height, channels: 3, background: '#777777' } })
      .png()
      .toBuffer()
    await expect(run({ kind: 'cut-out', source, mask: null, use: 'rough' })).rejects.toThrow(/No subject was found/)
  })

  it('takes the sides of an exact mask, and keeps the soft edges that agree with it', async () => {
    const source = await circle()
    const found = await decoded((await run({ kind: 'cut-out', source, mask: null, use: 'rough' })).bytes)
    const isOut = (x: number, y: number) => x >= 100 || (x >= 20 && (found[(y * side + x) * 4 + 3] ?? 0) < 128)
    const png = await sharp(
      Uint8Array.from({ length: side * side }, (_, pixel) => (isOut(pixel % side, Math.floor(pixel / side)) ? 255 : 0)),
      { raw: { width: side, height: side, channels: 1 } },
    )
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const mask = { png, box: { x: 0, y: 0, width: side, height: side }, grow: 0, feather: 0 }
    const matte = await sharp(found, { raw: { width: side, height: side, channels: 4 } })
      .png()
      .toBuffer()
    for (const task of [
      { kind: 'cut-out', source, mask, use: 'exact' },
      { kind: 'apply-matte', source, matte, mask, use: 'exact' },
    ] as const) {
      const pixels = await decoded((await run(task)).bytes)
      const alphaAt = (x: number, y: number, of: Uint8Array = pixels) => of[(y * side + x) * 4 + 3]
      // Kept: a strip that was background. Dropped: the right half of the subject.
      expect([alphaAt(10, 100), alphaAt(150, 100), alphaAt(60, 100)]).toEqual([255, 0, 255])
      const soft = alphaAt(40, 100, found)
      expect(soft).toBeLessThan(255)
      expect(alphaAt(40, 100)).toBe(soft)
    }
  })

  it('has the color of the subject along its soft edge, and none of the background', async () => {
    const source = await circle()
    const rough = new Uint8Array(side * side).fill(255)
    for (let y = 25; y < 175; y++) rough.fill(0, y * side + 25, y * side + 175)
    const png = await sharp(rough, { raw: { width: side, height: side, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const mask = { png, box: { x: 0, y: 0, width: side, height: side }, grow: 0, feather: 0 }
    const pixels = await decoded((await run({ kind: 'cut-out', source, mask, use: 'rough' })).bytes)
    const found = { inside: 0, outside: 0, fringe: 0, subject: 0 }
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const [red = 0, , blue = 0, alpha = 0] = pixels.subarray((y * side + x) * 4, (y * side + x) * 4 + 4)
        if (isSubject(x, y)) found.subject++
        if (alpha > 127 && isSubject(x, y)) found.inside++
        if (alpha > 127 && Math.hypot(x - 100, y - 100) > radius + 1.5) found.outside++
        if (alpha > 60 && blue > red) found.fringe++
      }
    expect(found.inside / found.subject).toBeGreaterThan(0.95)
    expect([found.outside, found.fringe]).toEqual([0, 0])
  })

  it('takes the opacity of a model and no color of it', async () => {
    const source = await fileOf('png', pixelsOf(4, 'opaque'))
    const left = Uint8Array.from({ length: 24 * 16 * 4 }, (_, index) =>
      index % 4 === 3 && (index >> 2) % 24 >= 12 ? 0 : 255,
    )
    const matte = await sharp(left, { raw: { width: 24, height: 16, channels: 4 } })
      .png()
      .toBuffer()
    const { bytes } = await run({ kind: 'apply-matte', source, matte, mask: null, use: 'rough' })
    const [before, after] = [await decoded(source), await decoded(bytes)]
    expect(after.subarray(0, 4)).toEqual(before.subarray(0, 4))
    expect([...after.subarray((width - 1) * 4, width * 4)]).toEqual([0, 0, 0, 0])
    const opaque = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await expect(run({ kind: 'apply-matte', source, matte: opaque, mask: null, use: 'rough' })).rejects.toThrow(
      /without transparency/,
    )
  })
})
