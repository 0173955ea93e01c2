import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { noise } from '#server-testing/picture-bytes.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { withPictureRoom } from '../operations/decoding-room.ts'
import { pngChunk } from '../operations/png-chunk.ts'
import { readRecord, writeRecord } from './picture-record.ts'
import { pixelsAlone, plainPixels, withoutMetadata } from './strip-metadata.ts'

const secret = 'ROOTSECRET'
const kinds: readonly [string, (picture: Sharp) => Sharp][] = [
  ['a PNG', (picture) => picture.png()],
  ['a PNG with a palette', (picture) => picture.png({ palette: true })],
  ['a JPEG', (picture) => picture.jpeg({ quality: 80 })],
  ['a progressive JPEG', (picture) => picture.jpeg({ progressive: true })],
  ['a lossy WebP', (picture) => picture.webp({ quality: 80 })],
  ['a lossless WebP with transparency', (picture) => picture.ensureAlpha(0.5).webp({ lossless: true })],
]

/** A picture with Exif, XMP, a record of ours and trailing bytes. */
async function laden(encode: (picture: Sharp) => Sharp): Promise<Buffer> {
  const picture = encode(noise(120, 80)).withExif({ IFD0: { ImageDescription: secret } })
  const described = await writeRecord(await picture.toBuffer(), { prompt: secret })
  return Buffer.concat([described, Buffer.from(`<script>${secret}</script>`)])
}
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()

describe.each(kinds)('%s without its metadata', (_, encode) => {
  it('has the same pixels, and none of its metadata or trailing bytes', async () => {
    const before = await laden(encode)
    expect(await readRecord(before)).toEqual({ prompt: secret })
    const after = withoutMetadata(before)
    expect(Buffer.from(after ?? []).includes(secret)).toBe(false)
    expect(await pixelsOf(after ?? new Uint8Array())).toEqual(await pixelsOf(before))
    const { exif, xmp, icc } = await sharp(after ?? new Uint8Array()).metadata()
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined])
  })

  it('is null for a truncated file', async () => {
    const whole = await encode(noise(120, 80)).toBuffer()
    for (const part of [0.1, 0.5, 0.9])
      expect(withoutMetadata(whole.subarray(0, Math.floor(whole.length * part)))).toBeNull()
  })
})

describe('plainPixels', () => {
  const head = 33
  const withGamma = async (gamma: number) => {
    const file = await noise(20, 20).png().toBuffer()
    const value = Buffer.alloc(4)
    value.writeUInt32BE(gamma)
    return Buffer.concat([file.subarray(0, head), pngChunk('gAMA', value), file.subarray(head)])
  }

  it('is null for a PNG that describes other colors than those of sRGB, which are then converted', async () => {
    const linear = await withGamma(100_000)
    expect(await plainPixels(linear)).toBeNull()
    const alone = await withPictureRoom(unlimited, { source: linear, use: 'whole' }, (room) =>
      pixelsAlone(linear, room),
    )
    expect(Buffer.from(alone).includes('gAMA')).toBe(false)
    expect(await pixelsOf(alone)).not.toEqual(await pixelsOf(linear))
  })

  it('are those of a PNG that describes the colors of sRGB', async () => {
    expect(await plainPixels(await withGamma(45_455))).not.toBeNull()
  })
})

it('a file of another format is left to be decoded', async () => {
  expect(withoutMetadata(await noise(20, 20).gif().toBuffer())).toBeNull()
  expect(withoutMetadata(Buffer.from('no picture'))).toBeNull()
})
