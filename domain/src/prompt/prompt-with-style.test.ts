import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promptWithStyle } from './prompt-with-style.ts'

const chalk = { promptFragment: 'in white chalk' }

describe('a prompt with a style', () => {
  it.each([
    ['a fox', 'a fox, in white chalk'],
    ['A fox runs. ', 'A fox runs, in white chalk'],
    ['a fox,', 'a fox, in white chalk'],
    ['Run, fox!', 'Run, fox! in white chalk'],
    ['狐はどこ？', '狐はどこ？ in white chalk'],
    [' ', 'in white chalk'],
  ])('joins %j', (prompt, joined) => expect(promptWithStyle(prompt, chalk)).toBe(joined))

  it('is the prompt itself without one', () => {
    fc.assert(fc.property(fc.string(), (prompt) => promptWithStyle(prompt, null) === prompt))
  })

  it('always ends with the style’s phrase', () => {
    fc.assert(fc.property(fc.string(), (prompt) => promptWithStyle(prompt, chalk).endsWith('in white chalk')))
  })
})
