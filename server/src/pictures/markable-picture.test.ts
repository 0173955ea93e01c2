import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { noise } from '#server-testing/picture-bytes.ts'
import { unlimited } from '#server-testing/unlimited.ts'
import { AdmissionRefused, type Admit } from '../operations/admission.ts'
import { hasManifest } from './credentials/has-manifest.ts'
import { firstFrameAlone, firstFrameOfHeavy, keptAsDelivered, markablePicture } from './markable-picture.ts'

const pixelsOf = (bytes: Uint8Array) => sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer()
/** Frames of one color each, as a GIF. */
async function animation(count: number, side: number): Promise<Buffer> {
  const colors = Array.from({ length: count }, (_, place) => `rgb(${place * 20}, 90, 40)`)
  const frames = colors.map((background) =>
    sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const joined = sharp(await Promise.all(frames), { join: { animated: true } })
  return joined.gif({ delay: colors.map(() => 120) }).toBuffer()
}

describe('markablePicture', () => {
  it.each(['gif', 'avif'] as const)('converts a %s to PNG without loss of a pixel', async (format) => {
    const delivered = await noise(60, 41).toFormat(format).toBuffer()
    const { bytes, warnings } = await markablePicture(delivered, unlimited)
    expect([(await sharp(bytes).metadata()).format, warnings]).toEqual(['png', []])
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(delivered))
  })

  it('converts a GIF that moves to WebP with all of its frames', async () => {
    const delivered = await animation(4, 30)
    const { bytes } = await markablePicture(delivered, unlimited)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', pages: 4, delay: [120, 120, 120, 120] })
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(delivered))
  })

  it('keeps the first frame of one that has too many pixels, and says so', async () => {
    const gif = await animation(2, 200)
    const frames = gif.indexOf('\x21\xf9\x04', 'latin1')
    const repeated = Array.from({ length: 630 }, () => gif.subarray(frames, -1))
    const { bytes, warnings } = await markablePicture(
      Buffer.concat([gif.subarray(0, frames), ...repeated, gif.subarray(-1)]),
      unlimited,
    )
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 200, height: 200 })
    expect(warnings).toEqual([firstFrameAlone])
  })

  it.each([
    ['there is no room', new AdmissionRefused('room')],
    ['it takes too long', new Error('timeout: 42% complete')],
  ])('keeps the first frame of an animation where %s to convert it, and says so', async (_, error) => {
    let calls = 0
    const admit: Admit = async (_weight, work) => {
      if (++calls === 1) throw error
      return work()
    }
    const { bytes, warnings } = await markablePicture(await animation(4, 30), admit)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 30, height: 30 })
    expect(warnings).toEqual([firstFrameOfHeavy])
  })

  it.each(['gif', 'avif'] as const)('leaves a %s as it was delivered where it can not be converted', async (format) => {
    const delivered = await noise(60, 41).toFormat(format).toBuffer()
    const full: Admit = async () => {
      throw new AdmissionRefused('room')
    }
    expect(await markablePicture(delivered, full)).toEqual({ bytes: delivered, warnings: [keptAsDelivered] })
  })

  it.each(['png', 'jpeg', 'webp'] as const)('leaves a %s as it is', async (format) => {
    const bytes = await noise(60, 41).toFormat(format).toBuffer()
    expect((await markablePicture(bytes, unlimited)).bytes).toBe(bytes)
  })

  /** A manifest store with nothing in it but its description. */
  function store(label = 'c2pa'): Buffer {
    const description = Buffer.from(`\0\0\0\x1ejumdc2pa\0\x11\0\x10\x80\0\0\xaa\0\x38\x9b\x71\x03${label}\0`, 'latin1')
    const content = Buffer.from('\0\0\0\x08free', 'latin1')
    const head = Buffer.from('\0\0\0\0jumb', 'latin1')
    head.writeUInt32BE(head.length + description.length + content.length)
    return Buffer.concat([head, description, content])
  }
  const inGif = (gif: Buffer, content: Buffer) =>
    Buffer.concat([
      gif.subarray(0, -1),
      Buffer.from('\x21\xff\x0bC2PA_GIF\x01\x00\x00', 'latin1'),
      Buffer.from([content.length]),
      content,
      Buffer.from([0]),
      gif.subarray(-1),
    ])
  const inAvif = (avif: Buffer, content: Buffer) => {
    const head = Buffer.concat([
      Buffer.from('uuid'),
      Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'),
      Buffer.from('\0\0\0\0manifest\0'),
      Buffer.alloc(8),
    ])
    return Buffer.concat([avif, Buffer.from([0, 0, 0, 4 + head.length + content.length]), head, content])
  }

  it('leaves a signed GIF or AVIF as it is', async () => {
    const gif = await animation(3, 41)
    const avif = await noise(60, 41).avif().toBuffer()
    const signed = [inGif(gif, store()), inAvif(avif, store())]
    expect([gif, avif, ...signed].map(hasManifest)).toEqual([false, false, true, true])
    for (const bytes of signed) expect((await markablePicture(bytes, unlimited)).bytes).toBe(bytes)
  })

  it('converts one that only looks signed', async () => {
    const gif = await noise(60, 41).gif().toBuffer()
    const avif = await noise(60, 41).avif().toBuffer()
    const lookalikes = [
      Buffer.concat([gif, inGif(gif, store()).subarray(gif.length - 1)]),
      Buffer.concat([gif, Buffer.from('\x21\xff\x0bC2PA_GIF', 'latin1')]),
      inGif(gif, Buffer.from('x')),
      inGif(gif, store('abcd')),
      inAvif(avif, Buffer.alloc(8)),
    ]
    expect(lookalikes.map(hasManifest)).toEqual(lookalikes.map(() => false))
    const [behindEnd] = lookalikes
    expect((await sharp((await markablePicture(behindEnd ?? gif, unlimited)).bytes).metadata()).format).toBe('png')
  })
})
