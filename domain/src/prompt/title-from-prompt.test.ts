import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { titleFromPrompt } from './title-from-prompt.ts'

describe('the title of a project created by Go', () => {
  it('is a short prompt itself', () => expect(titleFromPrompt('a red fox')).toBe('a red fox'))

  it('is the first 50 characters of a long one', () => {
    expect(titleFromPrompt('0123456789'.repeat(8))).toBe('0123456789'.repeat(5))
  })

  it('counts a character beyond the basic plane as one, and never splits it', () => {
    expect(titleFromPrompt('🦊'.repeat(60))).toBe('🦊'.repeat(50))
    expect(titleFromPrompt(`${'x'.repeat(49)}🦊🦊`)).toBe(`${'x'.repeat(49)}🦊`)
  })

  it('is one line without spaces at its ends', () => {
    expect(titleFromPrompt('  a fox,\n\n  in\tsnow ')).toBe('a fox, in snow')
    expect(titleFromPrompt(`${'x'.repeat(49)} fox`)).toBe('x'.repeat(49))
  })

  it('is never blank, longer than 50, or half a character', () => {
    const prompts = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).filter((prompt) => prompt.trim() !== '')
    fc.assert(
      fc.property(prompts, (prompt) => {
        const title = titleFromPrompt(prompt)
        expect(title).not.toBe('')
        expect([...title].length).toBeLessThanOrEqual(50)
        expect(title.isWellFormed()).toBe(true)
        expect(title).toBe(title.trim())
      }),
    )
  })
})
