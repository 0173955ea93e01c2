import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameKey } from './name-key.ts'
import { createNames, nameOfPrompt } from './prompt-name.ts'

describe('nameOfPrompt', () => {
  it.each([
    ['a fox in fog', 'a fox in fog'],
    ['a fox,\tin  fog.', 'a fox, in fog'],
    ['a fox in the fog of a very early morning beside the river', 'a fox in the fog of a very early morning beside'],
    ['雨'.repeat(80), '雨'.repeat(50)],
    ['...', '...'],
  ])('names %j', (prompt, name) => expect(nameOfPrompt(prompt)).toBe(name))

  it('is one line of 1 to 50 characters', () => {
    const prompt = fc.string({ unit: 'binary' }).filter((text) => /[^\s\p{Cc}]/u.test(text))
    fc.assert(
      fc.property(prompt, (text) => {
        expect(nameOfPrompt(text)).toMatch(/^[^\p{Cc}\u2028\u2029]{1,50}$/u)
      }),
    )
  })
})

describe('createNames', () => {
  it('numbers names that are taken, in any case', () => {
    const name = createNames(new Set(['fog', 'fog 3']))
    expect(['Fog', 'fog', 'rain', 'FOG', 'Rain'].map(name)).toEqual(['Fog 2', 'fog 4', 'rain', 'FOG 5', 'Rain 2'])
  })

  it('gives each name once', () => {
    const some = fc.array(fc.constantFrom('a', 'A', 'a 2', 'b', 'b 2', 'b 3'))
    fc.assert(
      fc.property(some, some, (before, names) => {
        const taken = new Set(before.map(nameKey))
        const given = names.map(createNames(new Set(taken))).map(nameKey)
        expect(new Set(given).size).toBe(given.length)
        expect(given.filter((key) => taken.has(key))).toEqual([])
      }),
    )
  })
})
