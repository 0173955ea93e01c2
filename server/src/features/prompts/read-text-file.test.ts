import { describe, expect, it } from 'vitest'
import { readTextFile } from './read-text-file.ts'

const words = 'שלום 雨 🦊'
const utf16 = Buffer.from(`\ufeff${words}`, 'utf16le')

describe('readTextFile', () => {
  it.each([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${words}`)],
    ['UTF-16', utf16],
    ['UTF-16 of the other order', Buffer.from(utf16).swap16()],
  ])('reads %s', (_, bytes) => expect(readTextFile(bytes)).toEqual({ ok: true, value: words }))

  it.each([
    ['Latin-1', Buffer.from('caf\u00e9', 'latin1')],
    ['UTF-16 without a mark', Buffer.from('fox', 'utf16le')],
    ['half a character of UTF-16', utf16.subarray(0, -1)],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ])('refuses %s', (_, bytes) => expect(readTextFile(bytes)).toMatchObject({ ok: false, error: { code: 'invalid' } }))
})
