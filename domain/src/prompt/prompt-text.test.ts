import { describe, expect, it } from 'vitest'
import { acceptedProposal, changedPrompt } from './prompt-text.ts'

const written = { prompt: 'a fox', improvedFrom: null }
const accepted = acceptedProposal(written, 'a fox', 'a red fox at dawn')
const improved = { prompt: accepted.proposal, improvedFrom: accepted.improvedFrom }

describe('acceptedProposal', () => {
  it('comes from the text that was asked about, whatever stands in the box by then', () => {
    expect(acceptedProposal({ prompt: ' ', improvedFrom: null }, 'a fox', 'a red fox').improvedFrom).toBe('a fox')
  })

  it('comes from what was written first when it is improved twice', () => {
    expect(acceptedProposal(improved, improved.prompt, 'two red foxes').improvedFrom).toBe('a fox')
  })
})

describe('changedPrompt', () => {
  it('stays improved while the user edits it', () => {
    expect(changedPrompt(improved, 'a red fox at noon').improvedFrom).toBe('a fox')
  })

  it.each([['a fox'], [''], ['  ']])('counts as written by the user once it is %j', (prompt) => {
    expect(changedPrompt(improved, prompt)).toEqual({ prompt, improvedFrom: null })
  })

  it('is improved again by a redo', () => {
    expect(changedPrompt(written, 'a red fox at dawn', accepted)).toEqual(improved)
    expect(changedPrompt(written, 'a red fox', accepted).improvedFrom).toBeNull()
  })
})
