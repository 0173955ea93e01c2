import { describe, expect, it } from 'vitest'
import { utf8 } from '../testing/picture-files.ts'
import { maxParts } from './file-parts.ts'
import { jpegSegments } from './jpeg-segments.ts'
import { pngChunks, pngSignature } from './png-chunks.ts'
import { webpChunks } from './webp-chunks.ts'

/** Parts behind each other, and zeros, which a walk could take for empty parts. */
function fileOf(parts: readonly string[], zeros: number): Uint8Array {
  const bytes = parts.map((part) => Uint8Array.from(part, (letter) => letter.charCodeAt(0)))
  const file = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, zeros))
  let at = 0
  for (const part of bytes) {
    file.set(part, at)
    at += part.length
  }
  return file
}
const times = (part: string) => Array.from({ length: maxParts + 5 }, () => part)
const count = (parts: Iterable<unknown>) => [...parts].length
const end = '\0\0\0\0IENDCRC!'

describe('pngChunks', () => {
  it('ends with IEND, whatever follows', () =>
    expect([...pngChunks(fileOf([pngSignature, end], 1_200))].map(({ type }) => type)).toEqual(['IEND']))

  it('yields no more than a file may have', () =>
    expect(count(pngChunks(fileOf([pngSignature, ...times('\0\0\0\0tEXtCRC!')], 0)))).toBe(maxParts))
})

describe('webpChunks', () => {
  it('ends with the size of the head, whatever follows', () => {
    const file = fileOf(['RIFF\x0e\0\0\0WEBPVP8 \x01\0\0\0a\0'], 800)
    expect([...webpChunks(file)].map(({ name }) => name)).toEqual(['VP8 '])
  })

  it('yields no more than a file may have', () =>
    expect(count(webpChunks(fileOf(['RIFF\xff\xff\xff\0WEBP', ...times('JUNK\0\0\0\0')], 0)))).toBe(maxParts))

  it('yields what there is of a truncated chunk, and nothing of a truncated head', () => {
    const file = fileOf(['RIFF\xff\0\0\0WEBPXMP \x09\0\0\0abc'], 0)
    expect([...webpChunks(file)]).toEqual([{ name: 'XMP ', size: 9, content: utf8('abc'), start: 12, end: 30 }])
    expect(count(webpChunks(file.subarray(0, 7)))).toBe(0)
  })
})

describe('jpegSegments', () => {
  it('ends with the first scan', () => {
    const file = fileOf(['\xff\xd8\xff\xe1\0\x04ab\xff\xda\0\x02\xff\xe1\0\x02'], 0)
    expect([...jpegSegments(file)]).toEqual([{ marker: 0xe1, data: utf8('ab'), start: 2, end: 8 }])
  })

  it('ends with a segment shorter than its own length', () =>
    expect(count(jpegSegments(fileOf(['\xff\xd8', '\xff\xe1\0\0\xff\xe1\0\x02'], 0)))).toBe(0))

  it('yields no more than a file may have', () =>
    expect(count(jpegSegments(fileOf(['\xff\xd8', ...times('\xff\xe1\0\x02')], 0)))).toBe(maxParts))
})
