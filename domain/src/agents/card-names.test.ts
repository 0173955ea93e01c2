import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardName, imageName, parseName } from './card-names.ts'

describe('the names of cards and images', () => {
  it('lead back to the ids that begin with them', () =>
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 3 }), (id, place) => {
        for (const [name, expected] of [
          [cardName(id), null],
          [imageName(id, place), place],
        ] as const) {
          const named = parseName(name)
          if (named?.by !== 'name') throw new Error(`${name} is no name.`)
          expect(named.first <= id && id <= named.last).toBe(true)
          expect(named.place).toBe(expected)
        }
        expect(parseName(` ${id.toUpperCase()} `)).toEqual({ by: 'id', id })
      }),
    ))

  it.each(['', '1a2b3c4', '1a2b3c4d.0', '1a2b3c4d.5', '1a2b3c4d.', 'xyzxyzxy', "1a2b3c4d' or 1=1", '%'])(
    'are not %j',
    (text) => expect(parseName(text)).toBeNull(),
  )
})
