import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { xmpPacket } from '#domain/records/xmp-packet.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'
import { withCleanPicture } from './clean-picture.ts'
import { NotAPicture } from './inspect-picture.ts'
import { readRecord, writeRecord } from './picture-record.ts'
import { withPngTexts } from './png-record.ts'
import { makeThumbnail } from './thumbnails.ts'

const flat = (width: number, height: number, background = '#204060') =>
  sharp({ create: { width, height, channels: 3, background } })
const noise = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  })

/** A small PNG whose header claims 30,000 × 30,000. */
async function enormousPng(): Promise<Buffer> {
  const png = await flat(9, 9).png().toBuffer()
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe('inspecting a picture', () => {
  it.each([
    ['image/png', () => flat(40, 30).png()],
    ['image/jpeg', () => flat(40, 30).jpeg()],
    ['image/webp', () => flat(40, 30).webp({ lossless: true })],
    ['image/avif', () => flat(40, 30).avif()],
    ['image/gif', () => flat(40, 30).gif()],
  ])('identifies %s by its bytes and measures it', async (mediaType, draw) => {
    const picture = await inspectBytes(await draw().toBuffer())
    expect(picture).toMatchObject({ mediaType, width: 40, height: 30 })
    expect(picture.averageColor).toMatch(/^#[12][0-9a-f][34][0-9a-f][56][0-9a-f]$/)
  })

  it('measures a photograph as it is shown, not as it is stored in the file', async () => {
    const turned = await flat(40, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await inspectBytes(turned)).toMatchObject({ width: 30, height: 40 })
  })

  it('accepts a grayscale picture', async () => {
    expect(await inspectBytes(await flat(9, 9, '#777').greyscale().png().toBuffer())).toMatchObject({
      averageColor: '#777777',
    })
  })

  it.each([
    ['text', () => Buffer.from('not a picture at all')],
    ['nothing', () => Buffer.alloc(0)],
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
    ],
    ['a truncated PNG', async () => (await noise().png().toBuffer()).subarray(0, 50_000)],
    ['a truncated JPEG', async () => (await noise().jpeg({ quality: 95 }).toBuffer()).subarray(0, 9_000)],
    ['a PNG of 30,000 × 30,000 in a few bytes', () => enormousPng()],
    ['a TIFF', () => flat(9, 9).tiff().toBuffer()],
  ])(
    'refuses %s',
    async (_, bytes) => {
      await expect(inspectBytes(await bytes())).rejects.toThrow(NotAPicture)
    },
    60_000,
  )
})

describe('cleaning a photo', () => {
  it.each(['4:2:0', '4:4:4'])('keeps the resolution of its colors: %s', async (chromaSubsampling) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'espalier-clean-'))
    const path = join(folder.path, 'photo.jpg')
    await noise().jpeg({ chromaSubsampling }).toFile(path)
    const kept = await withCleanPicture(
      path,
      (_weight, work) => work(),
      ({ bytes }) => sharp(bytes).metadata(),
    )
    expect(kept).toMatchObject({ ok: true, value: { width: 300, height: 200, chromaSubsampling } })
  })
})

describe('a thumbnail', () => {
  it('keeps the picture’s ratio, and enlarges nothing', async () => {
    const { preview } = await inspectBytes(await flat(1000, 500).png().toBuffer())
    const sizeOf = async (bytes: Buffer) => {
      const { width, height, format } = await sharp(bytes).metadata()
      return [format, width, height]
    }
    expect(await sizeOf(await makeThumbnail(preview, 256))).toEqual(['webp', 256, 128])
    const small = await inspectBytes(await flat(100, 50).png().toBuffer())
    expect(await sizeOf(await makeThumbnail(small.preview, 512))).toEqual(['webp', 100, 50])
  })
})

describe('the record in a PNG', () => {
  const record = { prompt: '狐 🦊 "quoted"', seed: 7 }

  it('is read as it was written, and leaves every pixel unchanged', async () => {
    const before = await noise().png().toBuffer()
    const after = await writeRecord(before, record)
    expect(await readRecord(after)).toEqual(record)
    expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
    expect((await sharp(after).metadata()).format).toBe('png')
  })

  it('is read where another program has compressed it, and not where it would fill the memory', async () => {
    const packedInto = async (text: Buffer) => {
      const picture = await flat(9, 9).png().toBuffer()
      const head = Buffer.from('iTXtEspalier\0\x01\0en\0\0', 'latin1')
      const body = Buffer.concat([head, deflateSync(text)])
      const length = Buffer.alloc(4)
      length.writeUInt32BE(body.length - 4)
      return Buffer.concat([picture.subarray(0, 33), length, body, Buffer.alloc(4), picture.subarray(33)])
    }
    expect(await readRecord(await packedInto(Buffer.from(JSON.stringify(record))))).toEqual(record)
    expect(await readRecord(await packedInto(Buffer.alloc(50_000_000)))).toBeNull()
  })

  it.each([
    ['jpeg', () => noise().jpeg().toBuffer()],
    [
      'jpeg',
      () =>
        noise()
          .withExif({ IFD0: { Copyright: 'a photographer' } })
          .jpeg()
          .toBuffer(),
    ],
    ['webp', () => noise().webp().toBuffer()],
    ['webp', () => noise().webp({ lossless: true }).toBuffer()],
    ['webp', () => noise().ensureAlpha(0.5).webp().toBuffer()],
    ['webp', () => noise().ensureAlpha(0.5).webp({ lossless: true }).toBuffer()],
    [
      'webp',
      () =>
        noise()
          .withExif({ IFD0: { Copyright: 'a photographer' } })
          .webp()
          .toBuffer(),
    ],
  ])('is stored in a %s as well, and changes no pixel of it', async (format, make) => {
    const before = await make()
    const after = await writeRecord(before, record)
    expect(await readRecord(after)).toEqual(record)
    expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
    const { exif, ...metadata } = await sharp(after).metadata()
    expect([metadata.format, exif]).toEqual([format, (await sharp(before).metadata()).exif])
  })

  it('preserves every prompt, in every format', async () => {
    const pictures = [
      await flat(9, 9).png().toBuffer(),
      await flat(9, 9).jpeg().toBuffer(),
      await flat(9, 9).webp().toBuffer(),
    ]
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (prompt) => {
        for (const picture of pictures)
          expect(await readRecord(await writeRecord(picture, { prompt }))).toEqual({ prompt })
      }),
      { numRuns: 50 },
    )
  })

  it('is left out of a JPEG that has no room for it, and of formats that carry none', async () => {
    const jpeg = await flat(9, 9).jpeg().toBuffer()
    expect(await writeRecord(jpeg, { prompt: 'x'.repeat(70_000) })).toBe(jpeg)
    const gif = await flat(9, 9).gif().toBuffer()
    expect(await writeRecord(gif, record)).toBe(gif)
    for (const plain of [jpeg, gif, await flat(9, 9).png().toBuffer()]) expect(await readRecord(plain)).toBeNull()
  })

  it('leaves a truncated file unchanged', async () => {
    for (const whole of [
      await noise().jpeg().toBuffer(),
      await noise().webp().toBuffer(),
      await noise().png().toBuffer(),
    ])
      for (const length of [0, 3, 11, 12, 19, 25, 40])
        await expect(writeRecord(whole.subarray(0, length), record)).resolves.toBeInstanceOf(Uint8Array)
  })
})

describe('a malicious record', () => {
  const laden = async (text: string) =>
    Buffer.concat(withPngTexts(await flat(8, 8).png().toBuffer(), { record: text, source: null }))

  it.each([
    ['is longer than any of ours', `{"prompt":"${'x'.repeat(3_000_000)}"}`],
    ['nests deeper than any of ours', `{"prompt":${'['.repeat(1_000_000)}`],
    ['has more values than any of ours', `[${'{},'.repeat(1_000_000)}{}]`],
    // A regular expression that begins again at each of these quotes would take an hour.
    ['has escaped quotes without an end', '\\"'.repeat(950_000)],
  ])('is ignored where it %s', async (_, text) => expect(await readRecord(await laden(text))).toBeNull())

  it('is ignored where it is too long once it is decompressed, or in XMP', async () => {
    const jpeg = await flat(8, 8)
      .jpeg()
      .withXmp(xmpPacket({ record: `{"prompt":"${'x'.repeat(3_000_000)}"}`, source: null }))
      .toBuffer()
    expect(await readRecord(jpeg)).toBeNull()
  })

  it('is not detected by brackets within texts', async () => {
    const record = { prompt: `${'['.repeat(100)}"\\` }
    expect(await readRecord(await laden(JSON.stringify(record)))).toEqual(record)
  })
})
