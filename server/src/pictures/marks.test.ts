import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pngChunks } from '#domain/records/png-chunks.ts'
import { withXmpChunk } from '#domain/records/png-xmp-chunk.ts'
import { xmpPacket } from '#domain/records/xmp-packet.ts'
import { noise } from '#server-testing/picture-bytes.ts'
import { vendorSigned } from '#server-testing/vendor-signed.ts'
import { pngChunk } from '../operations/png-chunk.ts'
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

describe('hasManifest', () => {
  it('takes no lookalike for credentials: an empty chunk, one behind the end, a text', async () => {
    const signed = {
      png: await vendorSigned('png', { width: 64, height: 48 }),
      webp: await vendorSigned('webp', { width: 64, height: 48 }),
    }
    const png = await noise(60, 40).png().toBuffer()
    const webp = await noise(60, 40).webp().toBuffer()
    const jpeg = await noise(60, 40).jpeg().toBuffer()
    const own = Array.from(pngChunks(signed.png)).find(({ type }) => type === 'caBX')
    const chunk = signed.png.subarray(own?.start, own?.end)
    const texts = Buffer.from('\xff\xeb\0\x08JPc2pa', 'latin1')
    const lookalikes = [
      Buffer.concat([png, chunk]),
      Buffer.concat([png.subarray(0, 33), pngChunk('caBX', Buffer.alloc(0)), png.subarray(33)]),
      Buffer.concat([png.subarray(0, 33), pngChunk('caBX', Buffer.from(chunk.subarray(8, 200))), png.subarray(33)]),
      Buffer.concat([webp, signed.webp]),
      Buffer.concat([webp, Buffer.from('C2PA\0\0\0\0')]),
      Buffer.concat([jpeg.subarray(0, 2), texts, jpeg.subarray(2)]),
    ]
    expect(lookalikes.map(hasManifest)).toEqual(lookalikes.map(() => false))
    expect(await xmpOf(await markPicture(lookalikes[0] ?? png, 'trainedAlgorithmicMedia'))).toContain(term)
    expect(hasManifest(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]))).toBe(true)
  })
})

/** A packet as vendors write it; the attribute form, as Photoshop and Firefly have it. */
const theirPacket = (more = '') =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Vendor Image 2"/>${more}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const countOf = (bytes: Uint8Array, text: string) => Buffer.from(bytes).toString('latin1').split(text).length - 1

describe('a file with the packet of another program', () => {
  const withPacket = (format: 'png' | 'jpeg' | 'webp', packet: string) =>
    noise(60, 40).withXmp(packet).toFormat(format).toBuffer()

  it.each(['png', 'jpeg', 'webp'] as const)('has one packet with both afterwards, as %s', async (format) => {
    const before = await withPacket(format, theirPacket())
    const after = await writeRecord(before, { seed: 7 }, 'trainedAlgorithmicMedia')
    expect(await xmpOf(after)).toContain('xmp:CreatorTool="Vendor Image 2"')
    expect(await xmpOf(after)).toContain(term)
    expect(countOf(after, 'W5M0MpCehiHzreSzNTczkc9d')).toBe(1)
    expect(await readRecord(after)).toEqual({ seed: 7 })
    expect(await sharp(after, { failOn: 'warning' }).raw().toBuffer()).toEqual(await sharp(before).raw().toBuffer())
  })

  it.each(['png', 'jpeg', 'webp'] as const)('has ours alone where theirs can not be read, as %s', async (format) => {
    const after = await markPicture(await withPacket(format, theirPacket('<broken>')), 'trainedAlgorithmicMedia')
    expect([await xmpOf(after)].map((xmp) => [xmp.includes(term), xmp.includes('broken')])).toEqual([[true, false]])
    expect(countOf(after, 'broken')).toBe(0)
  })

  it('is a PNG whose packet is compressed', async () => {
    const png = await noise(60, 40).png().toBuffer()
    const body = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), deflateSync(theirPacket())])
    const packed = Buffer.concat([png.subarray(0, 33), pngChunk('iTXt', body), png.subarray(33)])
    const after = await markPicture(packed, 'trainedAlgorithmicMedia')
    expect(await xmpOf(after)).toContain('Vendor Image 2')
    expect([countOf(after, 'XML:com.adobe.xmp'), countOf(after, term)]).toEqual([1, 1])
  })

  it('keeps our record where a JPEG has no room for both', async () => {
    const long = theirPacket(`<rdf:Description rdf:about="" xmlns:a="urn:a" a:b="${'x'.repeat(64_000)}"/>`)
    const body = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${long}`)
    const jpeg = await noise(60, 40).jpeg().toBuffer()
    const head = Buffer.from([0xff, 0xe1, 0, 0])
    head.writeUInt16BE(body.length + 2, 2)
    const theirs = Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
    const record = { prompt: 'y'.repeat(2_000) }
    const after = await writeRecord(theirs, record, 'trainedAlgorithmicMedia')
    expect(await readRecord(after)).toEqual(record)
    expect([countOf(after, 'Vendor Image 2'), countOf(after, 'W5M0MpCehiHzreSzNTczkc9d')]).toEqual([0, 1])
    const marked = await markPicture(theirs, 'trainedAlgorithmicMedia')
    expect([countOf(marked, 'Vendor Image 2'), countOf(marked, term)]).toEqual([1, 1])
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
