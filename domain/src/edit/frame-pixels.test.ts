import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framePixels, mirrored } from './frame-pixels.ts'

/** A picture whose pixels are all different: red by column, green by row. */
const picture = (width: number, height: number) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 4 }, (_, index) => {
    const pixel = Math.floor(index / 4)
    return [pixel % width, Math.floor(pixel / width), 9, 255][index % 4] ?? 0
  }),
})
/** [column, row] of each pixel. */
const placesIn = ({ data }: { readonly data: Uint8Array }) =>
  Array.from({ length: data.length / 4 }, (_, pixel) => [data[pixel * 4], data[pixel * 4 + 1]])

describe('a mirrored place', () => {
  it('turns back at both edges, again and again', () => {
    const places = [-7, -4, -3, -1, 0, 2, 3, 5, 6, 9]
    expect(places.map((place) => mirrored(place, 3))).toEqual([0, 2, 2, 0, 0, 2, 2, 0, 0, 2])
    expect(mirrored(-5, 1)).toBe(0)
  })
})

describe('the pixels in a frame', () => {
  it('are those of the source, byte for byte, where it is not turned', () => {
    const frames = fc.record({
      x: fc.integer({ min: -20, max: 20 }),
      y: fc.integer({ min: -20, max: 20 }),
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (frame, width, height) => {
        const framed = framePixels(picture(width, height), frame)
        const places = placesIn(framed)
        for (const [index, place] of places.entries()) {
          const [x, y] = [frame.x + (index % frame.width), frame.y + Math.floor(index / frame.width)]
          expect(place).toEqual([mirrored(x, width), mirrored(y, height)])
          const isInside = x >= 0 && y >= 0 && x < width && y < height
          expect(framed.isNew[index]).toBe(isInside ? 0 : 255)
        }
      }),
    )
  })

  it('are turned by quarters without a new color', () => {
    const source = picture(3, 2)
    // Turned clockwise by 90 degrees, the frame's upper edge is the right edge of the picture.
    const quarter = framePixels(source, { x: 0, y: 0, width: 2, height: 2, angle: 90 })
    expect(placesIn(quarter)).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
      [0, 1],
    ])
    const half = framePixels(source, { x: 0, y: 0, width: 3, height: 2, angle: 180 })
    expect(placesIn(half)).toEqual(placesIn(source).toReversed())
  })

  it('show a line upright that runs along the frame', () => {
    const side = 64
    const angle = 10
    const slope = Math.tan((angle * Math.PI) / 180)
    const data = new Uint8Array(side * side * 4).fill(255)
    // Black below a line through the middle that falls to the right by 10 degrees.
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++)
        if (y + 0.5 > side / 2 + (x + 0.5 - side / 2) * slope) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    const framed = framePixels({ data, width: side, height: side }, { x: 16, y: 16, width: 32, height: 32, angle })
    for (let x = 2; x < 30; x++) {
      expect(framed.data[(12 * 32 + x) * 4]).toBeGreaterThan(250)
      expect(framed.data[(19 * 32 + x) * 4]).toBeLessThan(5)
    }
  })

  it('keep one color one color, whatever the angle', () => {
    const data = new Uint8Array(16 * 16 * 4).map((_, index) => [200, 100, 50, 128][index % 4] ?? 0)
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (angle) => {
        const framed = framePixels({ data, width: 16, height: 16 }, { x: 2, y: 3, width: 9, height: 8, angle })
        for (const [index, value] of framed.data.entries()) expect(value).toBe([200, 100, 50, 128][index % 4])
      }),
    )
  })
})
