import { describe, expect, it } from 'vitest'
import { exifOf, jpegWith, jpegWithXmp, utf8, webpWith, webpWithXmp } from '../testing/picture-files.ts'
import { ourKeyword, pictureTexts } from './picture-texts.ts'

const wanted = new Set([ourKeyword])
const record = '<espalier:record>{"prompt":"ein Füchslein &amp; 狐"}</espalier:record>'
const text = '{"prompt":"ein Füchslein & 狐"}'
const forged = '<espalier:record>{"prompt":"forged"}</espalier:record>'
const behind = (file: Uint8Array, more: Uint8Array) => {
  const joined = new Uint8Array(file.length + more.length)
  joined.set(file)
  joined.set(more, file.length)
  return joined
}

describe('the record in a JPEG or WebP', () => {
  it.each([
    ['a JPEG', jpegWithXmp(record)],
    ['a JPEG with pixels behind it', behind(jpegWithXmp(record), new Uint8Array(3_000_000).fill(60))],
    ['a WebP', webpWithXmp(record)],
    ['a WebP behind the packet of another program', webpWithXmp(`<x:xmpmeta/>${record}`)],
  ])('is found in %s', (_file, bytes) =>
    expect(pictureTexts(bytes, wanted).get(ourKeyword)).toEqual({ keyword: ourKeyword, text }),
  )

  it.each([
    ['the pixels of a JPEG', behind(jpegWithXmp('<x/>'), utf8(forged))],
    ['the Exif of a JPEG', jpegWith(exifOf({ order: 'big', model: forged }))],
    ['the Exif of a WebP', webpWith(exifOf({ order: 'big', model: forged }))],
    ['bytes behind a WebP', behind(webpWithXmp('<x/>'), utf8(forged))],
    ['a file of another format', utf8(forged)],
  ])('is not taken from %s', (_place, bytes) => expect(pictureTexts(bytes, wanted).size).toBe(0))

  it('is no text where its end is missing, or where other texts are wanted', () => {
    expect(pictureTexts(jpegWithXmp(record.slice(0, 40)), wanted).size).toBe(0)
    expect(pictureTexts(jpegWithXmp(record), new Set(['prompt'])).size).toBe(0)
  })
})
