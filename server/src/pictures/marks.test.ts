import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { withXmpChunk } from '#domain/records/png-xmp-chunk.ts'
import { xmpPacket } from '#domain/records/xmp-packet.ts'
import { noise } from '#server-testing/picture-bytes.ts'
import { vendorSigned } from '#server-testing/vendor-signed.ts'
import { hasManifest } from './credentials/has-manifest.ts'
import { markPicture, readRecord, writeRecord } from './picture-record.ts'

const term = 'digitalsourcetype/trainedAlgorithmicMedia<'
const xmpOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).xmp?.toString() ?? ''

describe('markPicture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('adds the term to a %s and changes no pixel', async (format) => {
    const before = await noise(60, 40).toFormat(format).toBuffer()
    const after = await markPicture(before, 'trainedAlgorithmicMedia')
    expect(await xmpOf(after)).toContain(term)
    expect(await sharp(after).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
    expect(await markPicture(before, null)).toBe(before)
  })
})

describe('writeRecord', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('adds the record and the term to a %s', async (format) => {
    const described = await writeRecord(
      await noise(60, 40).toFormat(format).toBuffer(),
      { seed: 7 },
      'trainedAlgorithmicMedia',
    )
    expect(await readRecord(described)).toEqual({ seed: 7 })
    expect(await xmpOf(described)).toContain(term)
  })

  it('keeps the term where a JPEG has no room for the record', async () => {
    const record = { prompt: 'x'.repeat(70_000) }
    const described = await writeRecord(await noise(60, 40).jpeg().toBuffer(), record, 'trainedAlgorithmicMedia')
    expect(await xmpOf(described)).toContain(term)
    expect(await readRecord(described)).toBeNull()
  })

  it.each(['png', 'jpeg', 'webp'] as const)('returns a signed %s as it is', async (format) => {
    const signed = await vendorSigned(format, { width: 64, height: 48 })
    expect([hasManifest(signed), hasManifest(await noise(60, 40).toFormat(format).toBuffer())]).toEqual([true, false])
    expect(await writeRecord(signed, { seed: 7 }, 'trainedAlgorithmicMedia')).toBe(signed)
  })
})

describe('withXmpChunk', () => {
  it('writes what other tools read', async () => {
    const png = new Uint8Array(await noise(60, 40).png().toBuffer())
    const packet = Buffer.from(xmpPacket({ record: null, source: 'compositeWithTrainedAlgorithmicMedia' }))
    const marked = Buffer.concat(withXmpChunk(png, packet))
    expect(await xmpOf(marked)).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia<')
    expect(await sharp(marked, { failOn: 'warning' }).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer())
  })
})
