import { describe, expect, it } from 'vitest'
import { utf8 } from '../testing/picture-files.ts'
import { ourKeyword, pictureTexts } from './picture-texts.ts'

const wanted = new Set([ourKeyword])
const record = utf8('<espalier:record>{"prompt":"ein Füchslein &amp; 狐"}</espalier:record>')

/** A file of this many bytes that is no PNG, with the record at a place. */
function fileWith(length: number, at: number): Uint8Array {
  const bytes = new Uint8Array(length).fill('<'.charCodeAt(0))
  bytes.set(record, at)
  return bytes
}

describe('the record in a JPEG or WebP', () => {
  it.each([
    ['in a small file', fileWith(3_000, 700)],
    ['at the beginning of a large file', fileWith(5_000_000, 20)],
    ['at the end of a large file', fileWith(5_000_000, 4_999_000)],
    ['in the middle of one of three megabytes', fileWith(3_000_000, 1_999_980)],
  ])('is found %s', (_where, bytes) => {
    expect(pictureTexts(bytes, wanted).get(ourKeyword)).toEqual({
      keyword: ourKeyword,
      text: '{"prompt":"ein Füchslein & 狐"}',
    })
  })

  it('is no text where its end is missing, or where other texts are wanted', () => {
    const bytes = fileWith(3_000, 700)
    expect(pictureTexts(bytes.subarray(0, 740), wanted).size).toBe(0)
    expect(pictureTexts(bytes, new Set(['prompt'])).size).toBe(0)
  })
})
