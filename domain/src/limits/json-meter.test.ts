import { describe, expect, it } from 'vitest'
import { createJsonMeter } from './json-meter.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const fits = (text: string, bounds = { maxValues: 10, maxDepth: 3 }) => createJsonMeter(bounds).take(bytesOf(text))

describe('createJsonMeter', () => {
  it.each([
    '',
    '{"a":[1,2,3],"b":{"c":null}}',
    '[[[]]]',
    `"${'[{,'.repeat(100)}"`,
    `"${'\\"['.repeat(100)}"`,
    `{"picture":"${'A'.repeat(1_200_000)}"}`,
    `{"words":"${'ä'.repeat(400_000)}"}`,
    'data: {"a":1}\n\ndata: {"b":2}\n\n',
  ])('accepts what is within the bounds: %.40s', (text) => {
    expect(fits(text)).toBe(true)
  })

  it.each([
    ['many values', '{},'.repeat(20)],
    ['many numbers', `[${'0,'.repeat(20)}0]`],
    ['many empty lines', '\n'.repeat(20)],
    ['lists in lists', '['.repeat(4)],
    ['values after a text that never ends', `data: "open\n${'0,'.repeat(20)}`],
    ['a long text of wide characters', `"${'ä'.repeat(600_000)}"`],
    ['a long text with an escaped character', `"\\u2603${'a'.repeat(1_100_000)}"`],
  ])('refuses %s', (_, text) => {
    expect(fits(text)).toBe(false)
  })

  it('counts over the chunks in which a text arrives', () => {
    const meter = createJsonMeter({ maxValues: 5, maxDepth: 3 })
    const text = bytesOf('["\\"[[[[[[",1,2,3,4,5,6]')
    expect(Array.from(text, (byte) => meter.take(Uint8Array.of(byte))).indexOf(false)).toBe(19)
  })
})
