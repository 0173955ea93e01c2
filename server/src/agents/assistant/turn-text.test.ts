import { describe, expect, it } from 'vitest'
import type { RunPartShape } from '#contract/programs/assistant.ts'
import { createTurnText } from './turn-text.ts'

describe('createTurnText', () => {
  it('stores what is new alone, and what a failed statement did not store', async () => {
    let ms = 0
    let isAway = false
    const stored: string[] = []
    const parts: RunPartShape[] = []
    const text = createTurnText({
      parts,
      now: () => ms,
      stream: () => {},
      store: {
        async appendText(piece) {
          if (isAway) throw new Error('The database is away.')
          expect(piece.part).toBe(0)
          stored.push(piece.text)
        },
      },
    })
    for (const [at, piece] of ['one ', 'two ', 'three ', 'four '].entries()) {
      isAway = at === 1
      ms += 1_000
      text.write(piece)
      await text.end()
    }
    expect(stored).toEqual(['one ', 'two three ', 'four '])
    expect(parts).toEqual([{ kind: 'text', text: 'one two three four ' }])
  })
})
