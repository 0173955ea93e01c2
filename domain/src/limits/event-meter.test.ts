import { describe, expect, it } from 'vitest'
import { createEventMeter } from './event-meter.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const bounds = { maxEventBytes: 40, maxEvents: 2_000, json: { maxValues: 8, maxDepth: 3 } }
const fits = (text: string) => createEventMeter(bounds).take(bytesOf(text))

describe('createEventMeter', () => {
  it.each(['\n\n', '\r\n\r\n', '\r\r'])('counts each of many events by itself, ended by %j', (end) => {
    expect(fits(`data: {"a":[1,2]}${end}`.repeat(1_000))).toBe(true)
  })

  it.each([
    ['an event that never ends', 'data: aaaaaaaaaaaa\n'.repeat(3)],
    ['one whose lines end by both characters', 'data: aaaaaaaaaaaa\r\n'.repeat(3)],
    ['one line without an end', 'a'.repeat(41)],
    ['an event with many values', 'data: [1,2,3,4,5,6,7]\n\n'],
  ])('refuses %s', (_name, text) => expect(fits(text)).toBe(false))

  it('counts empty events as well, which cost their reader as much', () => {
    expect(fits('\n'.repeat(2_000))).toBe(true)
    expect(fits('\n'.repeat(2_001))).toBe(false)
  })

  it('counts over the chunks in which an event arrives, also between the characters of a line end', () => {
    const meter = createEventMeter(bounds)
    const text = bytesOf('data: {"a":1}\r\n\r\n'.repeat(20))
    expect(Array.from(text, (byte) => meter.take(Uint8Array.of(byte)))).not.toContain(false)
    expect(meter.take(bytesOf('a'.repeat(41)))).toBe(false)
  })
})
