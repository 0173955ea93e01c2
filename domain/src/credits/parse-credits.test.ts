import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxCap } from './largest-cap.ts'
import { parseCredits } from './parse-credits.ts'

describe('a typed amount of credits', () => {
  it.each([
    ['100', 10_000],
    [' 2,50 ', 250],
    ['2.5', 250],
    ['0', 0],
    ['0.29', 29],
    ['', null],
    ['.5', null],
    ['-1', null],
    ['1e3', null],
    ['2.505', null],
    ['1.000,50', null],
    ['20000000.01', null],
    ['much', null],
  ])('%j is %j hundredths', (text, hundredths) => expect(parseCredits(text)).toBe(hundredths))

  it('of any cap is what was written, with a point or a comma', () => {
    fc.assert(
      fc.property(fc.nat(maxCap), fc.constantFrom('.', ','), (hundredths, point) => {
        expect(parseCredits((hundredths / 100).toFixed(2).replace('.', point))).toBe(hundredths)
      }),
    )
  })
})
