import { describe, expect, it } from 'vitest'
import { changedPrompt, improvedPrompt } from './prompt-text.ts'

const written = { prompt: 'a fox', improvedFrom: null }
const improved = improvedPrompt(written, 'a red fox at dawn')

describe('improvedPrompt', () => {
  it('keeps what was written beside the proposal', () => {
    expect(improved).toEqual({ prompt: 'a red fox at dawn', improvedFrom: 'a fox' })
  })

  it('keeps what was written first when it is improved twice', () => {
    expect(improvedPrompt(improved, 'two red foxes')).toEqual({ prompt: 'two red foxes', improvedFrom: 'a fox' })
  })
})

describe('changedPrompt', () => {
  it('stays improved while the user edits it', () => {
    expect(changedPrompt(improved, 'a red fox at noon').improvedFrom).toBe('a fox')
  })

  it.each([['a fox'], [''], ['  ']])('counts as written by the user once it is %j', (prompt) => {
    expect(changedPrompt(improved, prompt)).toEqual({ prompt, improvedFrom: null })
  })
})
