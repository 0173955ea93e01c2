import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pngChunks } from '#domain/records/png-chunks.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { withCleanPicture } from '../pictures/clean-picture.ts'
import { withoutMetadata } from '../pictures/strip-metadata.ts'
import { withColorProfile } from './described-colors.ts'
import { pngChunk } from './png-chunk.ts'

const [width, height] = [120, 80]
type Color = readonly [number, number, number]
const red: Color = [220, 40, 40]
const gray: Color = [128, 128, 128]

const numbers = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
const gamma = (value: number) => pngChunk('gAMA', numbers(value))
const chromaticities = (...values: readonly number[]) => pngChunk('cHRM', numbers(...values))
const coded = (...values: readonly number[]) => pngChunk('cICP', Buffer.from(values))
const white = [31_270, 32_900]
const p3 = [...white, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]

/** A PNG of 8 bits, red on the left and gray on the right, with chunks before its pixels. @param pixelBytes Of each chunk of pixels. */
function pngOf(extra: readonly Buffer[], pixelBytes: number): Buffer {
  const head = Buffer.concat([numbers(width, height), Buffer.from([8, 2, 0, 0, 0])])
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => (x < 60 ? red : gray)).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level: 0 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const idats = Array.from({ length: Math.ceil(pixels.length / pixelBytes) }, (_, index) =>
    pngChunk('IDAT', pixels.subarray(index * pixelBytes, (index + 1) * pixelBytes)),
  )
  return Buffer.concat([signature, pngChunk('IHDR', head), ...extra, ...idats, pngChunk('IEND', Buffer.alloc(0))])
}
const png = (...extra: readonly Buffer[]) => pngOf(extra, 1_000_000)

/** The left and the right color of a picture as it is stored, and of its preview. */
async function colorsOf(file: Buffer) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'colors-'))
  const path = join(folder.path, 'picture.png')
  await writeFile(path, file)
  const read = await withCleanPicture(path, unlimited, async ({ bytes, picture }) => ({ bytes, picture }))
  if (!read.ok) throw new Error(read.error.message)
  const { bytes, picture } = read.value
  const stored = await sharp(bytes).removeAlpha().raw().toBuffer()
  const { data, channels } = picture.preview
  const at = (pixels: Buffer, x: number, of: number) => [...pixels.subarray(x * of, x * of + 3)]
  return {
    stored: [at(stored, 10, 3), at(stored, 110, 3)],
    preview: [at(data, 10, channels), at(data, 110, channels)],
  }
}

const isNear = (a: readonly number[] | undefined, b: readonly number[]) =>
  b.every((value, index) => Math.abs((a?.[index] ?? -99) - value) <= 2)

describe('withColorProfile', () => {
  // As Chromium shows these files.
  it.each([
    ['a linear gamma', png(gamma(100_000)), [239, 110, 110], [188, 188, 188]],
    ['the gamma of sRGB alone', png(gamma(45_455)), red, gray],
    ['the primaries of Display P3', png(gamma(45_455), chromaticities(...p3)), [240, 0, 21], gray],
    ['coded Display P3', png(coded(12, 13, 0, 1)), [240, 0, 21], gray],
    ['coded sRGB', png(coded(1, 13, 0, 1)), red, gray],
    ['an sRGB chunk beside another gamma', png(pngChunk('sRGB', Buffer.from([0])), gamma(100_000)), red, gray],
    ['codes that nothing is known of', png(coded(77, 13, 0, 1)), red, gray],
    ['chromaticities of nothing', png(gamma(45_455), chromaticities(0, 0, 0, 0, 0, 0, 0, 0)), red, gray],
  ] as const)('gives a PNG with %s the colors that a browser shows', async (_, file, left, right) => {
    const { stored, preview } = await colorsOf(file)
    for (const [shownLeft, shownRight] of [stored, preview]) {
      expect([shownLeft, isNear(shownLeft, left)]).toEqual([shownLeft, true])
      expect([shownRight, isNear(shownRight, right)]).toEqual([shownRight, true])
    }
  })

  it.each([
    ['are all one', [...white, ...white, ...white, ...white]],
    ['lie on a line', [...white, 10_000, 10_000, 20_000, 20_000, 30_000, 30_000]],
    ['have their white outside', [60_000, 38_000, 30_000, 60_000, 15_000, 6_000, 20_000, 20_000]],
    ['have their white on an edge', [39_500, 33_000, 64_000, 6_000, 15_000, 60_000, 15_000, 6_000]],
  ])('ignores chromaticities that %s', async (_, values) => {
    const plain = await colorsOf(png())
    expect(await colorsOf(png(chromaticities(...values)))).toEqual(plain)
    expect(await colorsOf(png(gamma(45_455), chromaticities(...values)))).toEqual(plain)
  })

  it('shows signals of an absolute brightness by a white of 203 cd/m²', async () => {
    const { stored, preview } = await colorsOf(png(coded(9, 16, 0, 1)))
    // PQ 128/255 is 94 cd/m²: 46 % of white.
    expect([stored[1], isNear(stored[1], [180, 180, 180])]).toEqual([stored[1], true])
    expect(preview[1]).toEqual(stored[1])
  })

  it('leaves the pixels as they are, in however many chunks', async () => {
    const file = pngOf([gamma(100_000)], 1)
    expect(await colorsOf(file)).toEqual(await colorsOf(png(gamma(100_000))))
    const colored = await withColorProfile(file)
    expect(Buffer.from(colored).subarray(-1_000)).toEqual(file.subarray(-1_000))
  })

  it('replaces each color chunk before the pixels, and keeps what stands between them', async () => {
    const text = pngChunk('tEXt', Buffer.from('Title\0A pear tree', 'latin1'))
    const long = pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0', 'latin1'), Buffer.alloc(70_000, 'x')]))
    const resolution = pngChunk('pHYs', Buffer.concat([numbers(2_835, 2_835), Buffer.from([1])]))
    const file = png(gamma(100_000), text, chromaticities(...p3), resolution, long, coded(1, 13, 0, 1))
    const chunks = [...pngChunks(Buffer.from(await withColorProfile(file)))].map(({ type }) => type)
    expect(chunks).toEqual(['IHDR', 'iCCP', 'tEXt', 'pHYs', 'tEXt', 'IDAT', 'IEND'])
  })

  it('copies a file once, from memory as from the disk', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'colors-'))
    const path = join(folder.path, 'picture.png')
    const file = png(gamma(100_000), pngChunk('tEXt', Buffer.alloc(10_000_000, 'x')))
    await writeFile(path, file)
    for (const source of [file, path]) {
      const before = process.memoryUsage().arrayBuffers
      const colored = await withColorProfile(source)
      expect((process.memoryUsage().arrayBuffers - before) / file.length).toBeLessThan(1.5)
      expect(colored.length).toBeGreaterThan(file.length)
    }
  })

  it('reads a gray PNG and one with a palette as well', async () => {
    const linear = (file: Buffer) => Buffer.concat([file.subarray(0, 33), gamma(100_000), file.subarray(33)])
    const flat = sharp({ create: { width: 9, height: 9, channels: 3, background: '#808080' } })
    const grayscale = linear(await flat.clone().toColourspace('b-w').png().toBuffer())
    const palette = linear(await flat.clone().png({ palette: true }).toBuffer())
    for (const file of [grayscale, palette])
      expect((await inspectBytes(file)).averageColor).toMatch(/^#b[bcd]b[bcd]b[bcd]$/)
  })
})

describe('withoutMetadata', () => {
  it('keeps each chunk that says what the colors are', () => {
    const file = png(coded(12, 13, 0, 1), gamma(45_455), chromaticities(...p3))
    expect(Buffer.from(withoutMetadata(file) ?? [])).toEqual(file)
  })
})
