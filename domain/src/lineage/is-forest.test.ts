import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isForest } from './is-forest.ts'

describe('a board of trees', () => {
  it('may be empty, or have several roots', () => {
    expect(isForest([])).toBe(true)
    expect(
      isForest([
        { id: 'b', parentId: 'a' },
        { id: 'a', parentId: null },
        { id: 'c', parentId: null },
      ]),
    ).toBe(true)
  })

  it('has no cycle', () => {
    expect(isForest([{ id: 'a', parentId: 'a' }])).toBe(false)
    expect(
      isForest([
        { id: 'root', parentId: null },
        { id: 'a', parentId: 'b' },
        { id: 'b', parentId: 'a' },
      ]),
    ).toBe(false)
  })

  it('has no missing parent', () => expect(isForest([{ id: 'a', parentId: 'gone' }])).toBe(false))

  it('is any board that grew node by node', () =>
    fc.assert(
      fc.property(fc.array(fc.nat()), (picks) =>
        isForest(picks.map((pick, place) => ({ id: `${place}`, parentId: place === 0 ? null : `${pick % place}` }))),
      ),
    ))
})
