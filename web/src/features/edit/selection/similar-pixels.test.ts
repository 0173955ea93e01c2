import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ringsAround, similarPixels } from './similar-pixels.ts'

/** A picture of letters: each is a color, `a` is 100, `b` 110, `c` 200, and a space is transparent. */
function picture(...rows: readonly string[]) {
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const grey: Readonly<Record<string, number>> = { a: 100, b: 110, c: 200, ' ': 100 }
  const data = new Uint8ClampedArray(
    [...rows.join('')].flatMap((letter) => {
      const value = grey[letter] ?? 0
      return [value, value, value, letter === ' ' ? 0 : 255]
    }),
  )
  return { data, width, height }
}
const shown = (found: Uint8Array, width: number) =>
  [...found]
    .map((one) => (one ? '#' : '.'))
    .join('')
    .match(new RegExp(`.{${width}}`, 'g'))

const seen = picture('aabca', 'aacca', 'ccc a')

describe('pixels that look like one', () => {
  it('are those that hang together with it and are near enough in every channel', () => {
    const wanted = { at: { x: 0.7, y: 0.2 }, tolerance: 0, reach: 'connected' } as const
    expect(shown(similarPixels(seen, wanted), 5)).toEqual(['##...', '##...', '.....'])
    expect(shown(similarPixels(seen, { ...wanted, tolerance: 10 }), 5)).toEqual(['###..', '##...', '.....'])
  })

  it('are all of the picture where that is asked for; opacity counts as a channel', () => {
    const wanted = { at: { x: 0, y: 0 }, tolerance: 10, reach: 'everywhere' } as const
    expect(shown(similarPixels(seen, wanted), 5)).toEqual(['###.#', '##..#', '....#'])
  })

  it('are looked for at the nearest pixel where the place is beyond the picture', () => {
    const wanted = { at: { x: 99, y: -3 }, tolerance: 0, reach: 'connected' } as const
    expect(shown(similarPixels(seen, wanted), 5)).toEqual(['....#', '....#', '....#'])
  })

  it('always hang together with the pixel, and are no more than everywhere', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 24, maxLength: 24 }),
        fc.nat(23),
        fc.nat(255),
        (greys, place, tolerance) => {
          const data = new Uint8ClampedArray([...greys].flatMap((grey) => [grey, grey, grey, 255]))
          const all = { data, width: 6, height: 4 }
          const at = { x: place % 6, y: Math.floor(place / 6) }
          const near = similarPixels(all, { at, tolerance, reach: 'connected' })
          const every = similarPixels(all, { at, tolerance, reach: 'everywhere' })
          expect(near[place]).toBe(1)
          expect([...near].every((one, pixel) => one <= (every[pixel] ?? 0))).toBe(true)
        },
      ),
    )
  })
})

describe('the rings around what is selected', () => {
  const mask = (...rows: readonly string[]) => Uint8Array.from([...rows.join('')].map((each) => Number(each === '#')))

  it('are the corners of its edge, in pixels of the picture', () => {
    const [ring = [], ...others] = ringsAround(
      mask('....', '.##.', '.##.', '....'),
      { width: 4, height: 4 },
      { width: 40, height: 80 },
    )
    expect(others).toEqual([])
    const [xs, ys] = [ring.filter((_, at) => at % 2 === 0), ring.filter((_, at) => at % 2 === 1)]
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([10, 30, 20, 60])
  })

  it('have one ring for a hole, and reach the edge of the picture', () => {
    const size = { width: 5, height: 5 }
    const rings = ringsAround(mask('#####', '#####', '##.##', '#####', '#####'), size, size)
    expect(rings).toHaveLength(2)
    expect([Math.min(...(rings[0] ?? [])), Math.max(...(rings[0] ?? []))]).toEqual([0, 5])
  })
})
