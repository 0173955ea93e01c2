import { describe, expect, it } from 'vitest'
import { type PaintingHere, recommendedModel } from './recommended-model.ts'

const model = (id: string, bytes: number, seconds: number | null, hindrance: string | null = null): PaintingHere => ({
  id,
  bytes,
  seconds,
  hindrance,
})

describe('recommendedModel', () => {
  it('is the largest that paints within 20 s', () =>
    expect(recommendedModel([model('small', 1e9, 2), model('good', 2e9, 20), model('slow', 9e9, 90)])).toBe('good'))

  it('is the fastest where none is that fast', () =>
    expect(recommendedModel([model('slow', 2e9, 200), model('slower', 9e9, 900)])).toBe('slow'))

  it('is none that needs more than the machine has, or whose time is not known', () => {
    expect(
      recommendedModel([model('heavy', 2e9, 5, 'Needs 10 GB of free memory.'), model('new', 1e9, null)]),
    ).toBeNull()
    expect(recommendedModel([model('heavy', 2e9, 5, 'Needs more.'), model('small', 1e9, 2)])).toBe('small')
  })
})
