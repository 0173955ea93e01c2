import { describe, expect, it } from 'vitest'
import { deleteTexts } from './delete-texts.ts'

const nothing = { cards: 0, frames: 0, notes: 0 }
const inBranches = { cards: 0, images: 0 }
const ring = (name: string, hasToken: boolean) => ({ name, hasToken })
const text = (...rings: ReturnType<typeof ring>[]) => deleteTexts.text({ ...nothing, rings }, inBranches)

describe('deleteTexts.text', () => {
  it('says that a token ends where a ring has one', () => {
    expect(text(ring('Orchard', true))).toBe(
      'Its token ends: an agent that is brought back by Undo needs another one. Its cards stay.',
    )
    expect(text(ring('Orchard', true), ring('Meadow', true))).toMatch(/^Their tokens end:/)
  })

  it('says nothing of tokens for rings without one, and whose it is where one of them has one', () => {
    expect(text(ring('Orchard', false))).toBe('Its cards stay.')
    expect(text(ring('Orchard', false), ring('Meadow', false))).toBe('Their cards stay.')
    expect(text(ring('Orchard', false), ring('Meadow', true))).toMatch(/^The token of Meadow ends:/)
    expect(
      deleteTexts.text({ ...nothing, cards: 1, rings: [ring('Orchard', false)] }, { cards: 1, images: 4 }),
    ).toMatch(/The ring of Orchard is removed\.$/)
  })
})
