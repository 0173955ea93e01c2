import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { imageCall } from '#server-testing/providers/image-request.ts'
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import { chooseInputPictures, dataUri, readablePicture } from './input-pictures.ts'

const vendor = { kinds: ['png', 'jpeg'], mostBytes: 200_000 } as const
const model = catalogue.find(({ value }) => value === 'flux-kontext') as Model
const noise = (channels: 3 | 4) =>
  sharp(randomBytes(300 * 300 * channels), { raw: { width: 300, height: 300, channels } })

describe('a picture for a vendor', () => {
  it('is sent unchanged where the vendor can read it', async () => {
    const bytes = await flatPicture({ width: 40, height: 30 })
    expect(await readablePicture(bytes, vendor, imageCall())).toEqual({ bytes, mediaType: 'image/png' })
  })

  it('becomes a JPEG where the vendor can not read its format', async () => {
    const avif = await sharp(await flatPicture({ width: 64, height: 48 }))
      .avif()
      .toBuffer()
    const { bytes, mediaType } = await readablePicture(avif, vendor, imageCall())
    expect(mediaType).toBe('image/jpeg')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 })
  })

  it.each([200_000, 60_000])('becomes smaller where it is too large for %i bytes', async (mostBytes) => {
    const large = await noise(3).png().toBuffer()
    const { bytes, mediaType } = await readablePicture(large, { ...vendor, mostBytes }, imageCall())
    expect(mediaType).toBe('image/jpeg')
    expect(bytes.byteLength).toBeLessThan(mostBytes)
  })

  it('has at most 2,048 pixels a side after that', async () => {
    const wide = await sharp(await flatPicture({ width: 4_000, height: 1_000 }))
      .webp()
      .toBuffer()
    const { bytes } = await readablePicture(wide, vendor, imageCall())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2_048, height: 512 })
  })

  it('keeps its transparency, as long as it is small enough', async () => {
    const glass = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .webp()
      .toBuffer()
    expect((await readablePicture(glass, vendor, imageCall())).mediaType).toBe('image/png')
    const noisyGlass = await noise(4).webp({ lossless: true }).toBuffer()
    expect((await readablePicture(noisyGlass, vendor, imageCall())).mediaType).toBe('image/jpeg')
  })

  it('can be sent as a data URI', () => {
    expect(dataUri({ bytes: Uint8Array.of(1, 2, 3), mediaType: 'image/png' })).toBe('data:image/png;base64,AQID')
  })
})

describe('the pictures of a request', () => {
  const bytes = (first: number) => Uint8Array.of(first)
  const references = [
    { bytes: bytes(1), role: 'content' as const },
    { bytes: bytes(2), role: 'look' as const },
  ]
  const parent = { image: bytes(0), kind: 'remix' as const, prompt: '' }

  it('are the parent, then the references in their order', () => {
    const { pictures, warnings } = chooseInputPictures({ parent, edit: null, references, model }, 3)
    expect(pictures.map((each) => [each.bytes[0], each.role])).toEqual([
      [0, 'parent'],
      [1, 'content'],
      [2, 'look'],
    ])
    expect(warnings).toEqual([])
  })

  it.each([
    [2, 'Flux Kontext takes 2 pictures with a prompt; the last one was left out.'],
    [1, 'Flux Kontext takes one picture with a prompt; the last 2 were left out.'],
  ])('are cut to %i where there is room for no more, with a warning', (most, sentence) => {
    const { pictures, warnings } = chooseInputPictures({ parent, edit: null, references, model }, most)
    expect(pictures).toHaveLength(most)
    expect(warnings).toEqual([sentence])
  })
})
