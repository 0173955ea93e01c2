import { describe, expect, it } from 'vitest'
import type { RunPartShape, RunShape } from '#contract/programs/assistant.ts'
import { withPiece, withShownText } from './assistant.ts'

const text = (words: string): RunPartShape => ({ kind: 'text', text: words })

describe('a piece of text', () => {
  it('begins a part, and goes on with it where it follows', () => {
    expect(withPiece([], { part: 0, offset: 0, text: 'One ' })).toEqual([text('One ')])
    expect(withPiece([text('One ')], { part: 0, offset: 4, text: 'two' })).toEqual([text('One two')])
  })

  it.each([
    [{ part: 0, offset: 0, text: 'again' }],
    [{ part: 0, offset: 9, text: 'later' }],
    [{ part: 2, offset: 0, text: 'later' }],
    [{ part: 1, offset: 3, text: 'middle' }],
  ])('that does not follow is left out: %o', (piece) =>
    expect(withPiece([text('One ')], piece)).toEqual([text('One ')]),
  )
})

describe('a run that is read while text arrives', () => {
  const run = (words: string, state: RunShape['state'] = 'working') =>
    ({ state, parts: [text(words)] }) as unknown as RunShape

  it('keeps the longer text, as long as it works', () => {
    expect(withShownText(run('One'), run('One two')).parts).toEqual([text('One two')])
    expect(withShownText(run('One two three'), run('One two')).parts).toEqual([text('One two three')])
    expect(withShownText(run('Other'), run('One two')).parts).toEqual([text('Other')])
    expect(withShownText(run('One', 'done'), run('One two')).parts).toEqual([text('One')])
  })
})
