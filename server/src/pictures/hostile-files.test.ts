import { syncBuiltinESMExports } from 'node:module'
import zlib, { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { noise } from '#server-testing/picture-bytes.ts'
import { pngChunk } from '../operations/png-chunk.ts'
import { markPicture, readRecord, writeRecord } from './picture-record.ts'
import { withoutMetadata } from './strip-metadata.ts'

// The files of this worker share their modules: a mock would come too late for one that another file has imported.
const inflated = vi.spyOn(zlib, 'inflateSync')
syncBuiltinESMExports()
beforeEach(() => {
  inflated.mockClear()
})
afterAll(() => {
  inflated.mockRestore()
  syncBuiltinESMExports()
})

const term = 'digitalsourcetype/trainedAlgorithmicMedia<'
const xmpOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).xmp?.toString() ?? ''
const picture = (format: 'png' | 'jpeg' | 'webp') => noise(60, 40).toFormat(format).toBuffer()
const times = (count: number, part: Buffer) => Buffer.alloc(count * part.length, part)
const packed = pngChunk(
  'zTXt',
  Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0', 'latin1'), deflateSync('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')]),
)

describe('markPicture', () => {
  it.each([
    ['png', 12],
    ['webp', 8],
  ] as const)('marks a %s with a million empty chunks behind its end', async (format, bytes) => {
    const file = Buffer.concat([await picture(format), Buffer.alloc(1_000_000 * bytes)])
    const marked = await markPicture(file, 'trainedAlgorithmicMedia')
    expect(await xmpOf(marked)).toContain(term)
    expect(await sharp(marked).raw().toBuffer()).toEqual(await sharp(file).raw().toBuffer())
  })

  it('leaves out what stands behind the end of a WebP, where no chunk can follow', async () => {
    const webp = await picture('webp')
    expect(await markPicture(Buffer.concat([webp, Buffer.alloc(80)]), 'trainedAlgorithmicMedia')).toEqual(
      await markPicture(webp, 'trainedAlgorithmicMedia'),
    )
  })

  it('pads a WebP whose size leaves the last padding out', async () => {
    const webp = Buffer.from(
      await sharp(await picture('webp'))
        .webp()
        .toBuffer(),
    )
    const odd = Buffer.concat([webp, Buffer.from('JUNK\x01\0\0\0a\0', 'latin1')])
    odd.writeUInt32LE(odd.length - 9, 4)
    const marked = Buffer.from(await markPicture(odd, 'trainedAlgorithmicMedia'))
    expect(await xmpOf(marked)).toContain(term)
    expect(marked.indexOf('XMP ') % 2).toBe(0)
  })

  it('marks a JPEG with more segments of XMP than are walked', async () => {
    const jpeg = await picture('jpeg')
    const xmp = Buffer.from('\xff\xe1\0\x1fhttp://ns.adobe.com/xap/1.0/\0', 'latin1')
    const file = Buffer.concat([jpeg.subarray(0, 2), times(30_000, xmp), jpeg.subarray(2)])
    const marked = await markPicture(file, 'trainedAlgorithmicMedia')
    expect([marked.length > file.length - 20_100 * xmp.length, marked.length < file.length]).toEqual([true, true])
    expect(Buffer.from(marked).toString('latin1')).toContain(term)
  })

  it('inflates no packet of a PNG that has several, and the one of a PNG that has one', async () => {
    const png = await picture('png')
    const withPackets = (count: number) => Buffer.concat([png.subarray(0, 33), times(count, packed), png.subarray(33)])
    expect(await xmpOf(await markPicture(withPackets(3), 'trainedAlgorithmicMedia'))).toContain(term)
    expect(inflated).not.toHaveBeenCalled()
    await markPicture(withPackets(1), 'trainedAlgorithmicMedia')
    expect(inflated).toHaveBeenCalledTimes(1)
  })
})

describe('readRecord', () => {
  it('inflates one text of a PNG at most', async () => {
    const png = await picture('png')
    const broken = pngChunk('iTXt', Buffer.from('Espalier\0\x01\0\0\0broken', 'latin1'))
    expect(await readRecord(Buffer.concat([png.subarray(0, 33), times(5, broken), png.subarray(33)]))).toBeNull()
    expect(inflated).toHaveBeenCalledTimes(1)
  })
})

describe('withoutMetadata', () => {
  it.each([
    ['JPEG', 'jpeg', 2, Buffer.from('\xff\xe0\0\x02', 'latin1')],
    ['WebP', 'webp', 12, Buffer.from('ALPH\0\0\0\0', 'latin1')],
    ['PNG', 'png', 33, pngChunk('gAMA', Buffer.alloc(0))],
  ] as const)('gives up at a %s with more parts than are walked', async (_name, format, at, part) => {
    const bytes = await picture(format)
    const file = Buffer.concat([bytes.subarray(0, at), times(20_001, part), bytes.subarray(at)])
    expect(withoutMetadata(file)).toBeNull()
    expect(withoutMetadata(bytes)).not.toBeNull()
  })
})

describe('writeRecord', () => {
  const forged = '<espalier:record>{"prompt":"forged"}</espalier:record>'
  const inRdf = (content: string) =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${content}</rdf:RDF></x:xmpmeta>`

  it.each([
    ['a comment', `<rdf:Description rdf:about=""/><!--${forged}-->`],
    ['a section', `<rdf:Description rdf:about=""><a:b xmlns:a="urn:a"><![CDATA[${forged}]]></a:b></rdf:Description>`],
    ['another property', `<rdf:Description rdf:about=""><a:b xmlns:a="urn:a">${forged}</a:b></rdf:Description>`],
  ])('replaces a packet with a record in %s', async (_place, content) => {
    for (const format of ['jpeg', 'webp'] as const) {
      const theirs = await noise(60, 40).withXmp(inRdf(content)).toFormat(format).toBuffer()
      const described = await writeRecord(theirs, { prompt: 'a fox' }, 'trainedAlgorithmicMedia')
      expect(await readRecord(described)).toEqual({ prompt: 'a fox' })
      expect(Buffer.from(described).includes('forged')).toBe(false)
    }
  })
})
