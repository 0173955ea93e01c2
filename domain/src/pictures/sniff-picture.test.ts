import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PictureKind, sniffPicture } from './sniff-picture.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const padded = (text: string) => bytes(text.padEnd(64, '\0'))

describe('the media type of a picture', () => {
  it.each<[string, PictureKind]>([
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['GIF87a', 'gif'],
    ['GIF89a', 'gif'],
    ['\0\0\0\x20ftypavif\0\0\0\0avifmif1', 'avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'avif'],
  ])('is detected from %j', (start, kind) => expect(sniffPicture(padded(start))).toBe(kind))

  it.each([
    '',
    'hello, I am a picture.png',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<!doctype html>',
    '%PDF-1.7',
    'BM6',
    'II*\0',
    'RIFF\x10\0\0\0WAVEfmt ',
    '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
    '\0\0\0\x18ftypmp42\0\0\0\0mp42avc1',
    '\x89PNG',
  ])('is null for %j', (start) => expect(sniffPicture(bytes(start))).toBeNull())

  it('is detected from any bytes without failing', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (head) => void sniffPicture(head)))
  })
})
