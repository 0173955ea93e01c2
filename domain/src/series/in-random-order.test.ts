import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inRandomOrder } from './in-random-order.ts'

it('a shuffled list has the same entries, in the order of the drawn numbers', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.double({ min: 0, max: 0.99, noNaN: true }))), (pairs) => {
      const drawn = pairs.map(([, number]) => number)
      const ordered = inRandomOrder(pairs, () => drawn.shift() ?? 0)
      expect(ordered).toEqual(pairs.toSorted(([, a], [, b]) => a - b))
    }),
  ))
