import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { success } from '../result.ts'
import { drawWords, listNamesIn, maxDraws, prepareList } from './draw-words.ts'
import type { ListedWord } from './word-list.ts'

const words = (...texts: string[]) => texts.map((text) => ({ text, weight: 1 }))
const seeds = Array.from({ length: 2_000 }, (_, seed) => seed)

const listsOf = (lists: Record<string, readonly ListedWord[]>) =>
  new Map(Object.entries(lists).map(([key, list]) => [key, prepareList(list)]))

/** The drawn text, which must not fail. */
function drawn(prompt: string, lists: Record<string, { text: string; weight: number }[]>, seed: number) {
  const result = drawWords(prompt, listsOf(lists), seed)
  if (!result.ok) throw new Error(result.error.reason)
  return result.value
}

describe('the names of lists in a prompt', () => {
  it.each([
    ['a fox, __light__', ['light']],
    ['__light__ and __Light__, __light__', ['light', 'Light']],
    ['__places/city__ at __time-of-day__', ['places/city', 'time-of-day']],
    ['__光__ __אור__ __ciudad_vieja__', ['光', 'אור', 'ciudad_vieja']],
    ['__two words__ are bold', []],
    ['____ and __ alone', []],
    ['__not closed', []],
    ['snake_case and __init', []],
    ['__two words__light__', ['light']],
  ])('of %s are %j', (prompt, names) => {
    expect(listNamesIn(prompt)).toEqual(names)
  })

  it('of a prompt with many underscores are found in time that grows with its length', () => {
    expect(listNamesIn('__ '.repeat(1_300))).toEqual([])
    expect(listNamesIn('_'.repeat(4_000))).toEqual([])
  })
})

describe('drawing words', () => {
  it('leaves a prompt without lists as it is', () => {
    expect(drawWords('a fox, {red|blue}, __two words__', new Map(), 1)).toEqual(
      success('a fox, {red|blue}, __two words__'),
    )
  })

  it('gives the same words for the same seed, and other ones for others', () => {
    const lists = { light: words('dawn', 'dusk', 'noon', 'midnight') }
    const texts = seeds.map((seed) => drawn('a fox at __light__', lists, seed))
    expect(texts).toEqual(seeds.map((seed) => drawn('a fox at __light__', lists, seed)))
    expect(new Set(texts).size).toBe(4)
  })

  it('draws by weight: 3 to 1', () => {
    const lists = {
      light: [
        { text: 'dawn', weight: 3 },
        { text: 'dusk', weight: 1 },
      ],
    }
    const share = seeds.filter((seed) => drawn('__light__', lists, seed) === 'dawn').length / seeds.length
    expect(share).toBeGreaterThan(0.7)
    expect(share).toBeLessThan(0.8)
  })

  it('draws each place by itself', () => {
    const lists = { color: words('red', 'blue') }
    const texts = seeds.map((seed) => drawn('__color__ on __color__', lists, seed))
    expect(new Set(texts)).toEqual(new Set(['red on red', 'red on blue', 'blue on red', 'blue on blue']))
  })

  it('draws from the lists that stand in drawn words', () => {
    const lists = { scene: words('a __place__'), place: words('harbor') }
    expect(drawn('__scene__ at night', lists, 5)).toBe('a harbor at night')
  })

  it('finds a list in any case of letters', () => {
    expect(drawn('__Light__', { light: words('dawn') }, 1)).toBe('dawn')
  })

  it.each([
    ['__light__', 'missing', 'light', {}],
    ['__a__', 'missing', 'b', { a: words('__b__') }],
    ['__light__', 'empty', 'light', { light: [] }],
    ['__a__', 'endless', 'a', { a: words('x __a__') }],
    ['__a__ __a__', 'too-long', '', { a: words('x'.repeat(3_000)) }],
  ])('refuses %s: %s %s', (prompt, reason, name, lists) => {
    const result = drawWords(prompt, listsOf(lists), 1)
    expect(result).toEqual({ ok: false, error: { reason, name } })
  })

  it('ends for lists that contain themselves many times over', () => {
    const many = { a: words('__a__'.repeat(700)) }
    expect(drawWords('__a__', listsOf(many), 1).ok).toBe(false)
  })

  it('draws at most 200 words for a prompt', () => {
    const lists = listsOf({ a: words('x'), b: words('__a____a__') })
    expect(drawWords('__a__'.repeat(maxDraws), lists, 1)).toEqual(success('x'.repeat(maxDraws)))
    const tooMany = { ok: false, error: { reason: 'too-many', name: '' } }
    expect(drawWords('__a__'.repeat(maxDraws + 1), lists, 1)).toEqual(tooMany)
    expect(drawWords('__b__'.repeat(67), lists, 1)).toEqual(tooMany)
  })

  it('draws from long lists in a time that does not grow with them', () => {
    const long = (text: string) => Array.from({ length: 5_000 }, () => ({ text, weight: 1 }))
    const lists = listsOf({ a: long('__b__'), b: long('x') })
    const begin = performance.now()
    for (let seed = 0; seed < 80; seed++) drawWords('__a__'.repeat(100), lists, seed)
    expect(performance.now() - begin).toBeLessThan(1_000)
  })

  it('draws the word that subtracting the weights one by one finds', () => {
    /** The number that Mulberry32 begins with. */
    const firstNumber = (seed: number) => {
      const state = (seed + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    }
    const scanned = (list: readonly ListedWord[], number: number) => {
      let rest = number * list.reduce((sum, { weight }) => sum + weight, 0)
      for (const { text, weight } of list) {
        rest -= weight
        if (rest < 0) return text
      }
      return list.at(-1)?.text
    }
    const weight = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 1e-6, max: 1_000, noNaN: true }))
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 60 }), fc.integer(), (weights, seed) => {
        const list = weights.map((each, index) => ({ text: `w${index}`, weight: each }))
        expect(drawn('__a__', { a: list }, seed)).toBe(scanned(list, firstNumber(seed)))
      }),
      { numRuns: 500 },
    )
  })
})
