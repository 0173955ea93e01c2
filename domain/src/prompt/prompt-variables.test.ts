import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promptCount, promptVariables, resolvedPrompts } from './prompt-variables.ts'

describe('a prompt with variables', () => {
  it('expands to one prompt for each choice', () =>
    expect(resolvedPrompts('a {red|green|blue} door', 64)).toEqual(['a red door', 'a green door', 'a blue door']))

  it('expands to every combination of several, the last changing fastest', () =>
    expect(resolvedPrompts('{red|blue} {door|gate}', 64)).toEqual(['red door', 'red gate', 'blue door', 'blue gate']))

  it('may leave a choice empty, without a gap', () =>
    expect(resolvedPrompts('an {old|} door', 64)).toEqual(['an old door', 'an door']))

  it('counts the same choice once', () => expect(promptCount('a {red| red |blue} door')).toBe(2))

  it.each(['a door', '{"scene": "a door"}', 'a {red} door', 'a {red| red} door', 'a } | { door'])(
    'has none without a choice, and stays unchanged: %s',
    (prompt) => {
      expect(promptVariables(prompt)).toEqual([])
      expect(resolvedPrompts(prompt, 64)).toEqual([prompt])
    },
  )

  it('accepts any script', () => expect(resolvedPrompts('{桜|紅葉}の庭', 64)).toEqual(['桜の庭', '紅葉の庭']))

  const plain = fc.stringMatching(/^[a-zé ]{0,8}$/)
  const choices = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 2, maxLength: 4 })

  it('expands to as many as it counts, and none of them has a variable', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(plain, choices), { maxLength: 3 }), plain, (parts, rest) => {
        const prompt = parts.map(([text, list]) => `${text}{${list.join('|')}}`).join('') + rest
        const all = resolvedPrompts(prompt, 64)
        expect(all).toHaveLength(promptCount(prompt))
        expect(all.every((each) => promptVariables(each).length === 0)).toBe(true)
      }),
    ))

  it('never expands to more than requested', () => expect(resolvedPrompts('{a|b|c|d}'.repeat(40), 36)).toHaveLength(36))
})
