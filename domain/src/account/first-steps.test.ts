import { describe, expect, it } from 'vitest'
import { doneAfter, firstSteps, shownStep } from './first-steps.ts'

const empty = { cards: 0, pictures: 0, stars: 0, branches: 0 }
const waiting = { ...empty, cards: 1 }
const made = { ...waiting, pictures: 4 }
const starred = { ...made, stars: 1 }
const branched = { ...starred, cards: 2, branches: 1 }

describe('the first steps', () => {
  it('are a card, a star and a branch, one shown after the other', () => {
    expect(firstSteps.map((_, done) => shownStep(done, made))).toEqual(['make', 'star', 'branch'])
    expect(shownStep(3, branched)).toBeNull()
  })

  it('wait for a picture where they need one', () => {
    expect([0, 1, 2].map((done) => shownStep(done, waiting))).toEqual(['make', null, null])
  })

  it.each([
    ['after a first card', [0, 1], empty, waiting],
    ['not after a picture that arrives', [1, 1], waiting, made],
    ['after a star', [1, 2], made, starred],
    ['after a branch', [2, 3], starred, branched],
    ['not after another card', [3, 3], branched, { ...branched, cards: 3 }],
    ['not after a star before the first card', [0, 0], made, starred],
    ['not after a card that is deleted', [0, 0], branched, starred],
  ] as const)('are counted %s', (_, [done, after], before, now) => expect(doneAfter(done, { before, now })).toBe(after))
})
