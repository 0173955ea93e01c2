import { describe, expect, it } from 'vitest'
import { beyondSource, cornersOf, keepsPixels, resultSize, sourceFault } from './edit-frame.ts'

const source = { width: 1_000, height: 600 }
const frame = { x: 0, y: 0, width: 1_000, height: 600 }

describe('the size of a result', () => {
  it('is that of the frame, of the enlarged source, or of the source', () => {
    expect(resultSize({ operation: 'crop', frame: { ...frame, width: 7, height: 9 } }, source)).toEqual({
      width: 7,
      height: 9,
    })
    expect(resultSize({ operation: 'upscale', factor: 4 }, source)).toEqual({ width: 4_000, height: 2_400 })
    expect(resultSize({ operation: 'erase' }, source)).toEqual(source)
  })
})

describe('the corners of a frame', () => {
  it('are turned clockwise about its center', () => {
    const corners = cornersOf({ x: 0, y: 0, width: 4, height: 2, angle: 90 })
    expect(corners).toEqual([
      { x: 3, y: -1 },
      { x: 3, y: 3 },
      { x: 1, y: 3 },
      { x: 1, y: -1 },
    ])
  })
})

describe('a frame', () => {
  it('keeps pixels as they are where it is turned by quarters at most, on whole pixels', () => {
    expect(keepsPixels(frame)).toBe(true)
    expect(keepsPixels({ ...frame, angle: 90 })).toBe(true)
    expect(keepsPixels({ ...frame, width: 999, angle: 90 })).toBe(false)
    expect(keepsPixels({ ...frame, width: 999, angle: -180 })).toBe(true)
    expect(keepsPixels({ ...frame, angle: 0.1 })).toBe(false)
  })

  it('reaches beyond its source by the corner that is farthest out', () => {
    expect(beyondSource(frame, source)).toBe(0)
    expect(beyondSource({ ...frame, x: -30, width: 1_010 }, source)).toBe(30)
    expect(beyondSource({ ...frame, angle: 90 }, source)).toBe(200)
  })
})

describe('an edit that does not fit its source', () => {
  it.each([
    ['a crop beyond the picture', { operation: 'crop', frame: { ...frame, x: 5 } }, /5 pixels beyond/],
    [
      'a crop that is turned out of the picture',
      { operation: 'crop', frame: { ...frame, angle: 3 } },
      /beyond the picture/,
    ],
    ['an extension that lies beside it', { operation: 'extend', frame: { ...frame, x: 1_000 } }, /beside the picture/],
    [
      'one beyond a corner, turned',
      { operation: 'extend', frame: { x: -300, y: -300, width: 300, height: 300, angle: 45 } },
      /beside/,
    ],
    ['an extension that extends nothing', { operation: 'extend', frame: { ...frame, width: 999 } }, /Crop it instead/],
    [
      'a result that is too large',
      { operation: 'extend', frame: { ...frame, width: 10_000, height: 5_001 } },
      /10000 × 5001 pixels, 51 million/,
    ],
  ] as const)('%s is named', (_, edit, message) => expect(sourceFault(edit, source)).toMatch(message))

  it.each([
    [
      'an enlargement that fits half as large',
      { operation: 'upscale', factor: 4 },
      2_000,
      /64 million\. .* Enlarge it 2 times/,
    ],
    ['an enlargement that never fits', { operation: 'upscale', factor: 2 }, 4_000, /64 million\. .* Crop it first/],
    [
      'a frame',
      { operation: 'extend', frame: { ...frame, width: 10_000, height: 6_000 } },
      1_000,
      /Make the frame smaller/,
    ],
  ] as const)('of a result that is too large says what to do: %s', (_, edit, side, message) =>
    expect(sourceFault(edit, { width: side, height: side })).toMatch(message),
  )

  it.each([
    { operation: 'crop', frame },
    { operation: 'crop', frame: { x: 0, y: 0, width: 1, height: 1 } },
    { operation: 'crop', frame: { x: 200, y: 200, width: 300, height: 200, angle: 20 } },
    { operation: 'extend', frame: { ...frame, x: -1, width: 1_001 } },
    { operation: 'extend', frame: { ...frame, angle: 3 } },
    { operation: 'upscale', factor: 4 },
    { operation: 'instruct' },
  ] as const)('is none of %o', (edit) => expect(sourceFault(edit, source)).toBeNull())
})
