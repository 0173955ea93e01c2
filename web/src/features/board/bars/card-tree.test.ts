import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Forest, lastOfBranch, nextCard, previousCard, standing } from './card-tree.tsx'

/** A forest of any shape: each card but the roots is a child of an earlier one. */
const forests = fc.array(fc.option(fc.nat(), { freq: 5 }), { minLength: 1, maxLength: 40 }).map((parents): Forest => {
  const parentOf = (id: string) => {
    const parent = parents[Number(id)] ?? null
    return parent === null || id === '0' ? null : String(parent % Number(id))
  }
  const ids = parents.map((_, place) => String(place))
  return {
    parentOf,
    roots: () => ids.filter((id) => parentOf(id) === null),
    childrenOf: (id) => ids.filter((child) => parentOf(child) === id),
  }
})

function walk(forest: Forest): string[] {
  const found: string[] = []
  for (let id: string | null = forest.roots()[0] ?? null; id !== null; id = nextCard(forest, id)) found.push(id)
  return found
}

describe('stepping through a forest of cards', () => {
  const forest: Forest = {
    roots: () => ['a', 'b'],
    childrenOf: (id) => ({ a: ['a1', 'a2'], a1: ['a11'] })[id] ?? [],
    parentOf: (id) => (id.length === 1 ? null : id.slice(0, -1)),
  }

  it('visits children before siblings', () => expect(walk(forest)).toEqual(['a', 'a1', 'a11', 'a2', 'b']))

  it('returns the position of a card', () => {
    expect(standing(forest, 'a2')).toEqual({ level: 2, place: 2, count: 2 })
    expect(standing(forest, 'b')).toEqual({ level: 1, place: 2, count: 2 })
  })

  it('visits every card once, and back in reverse order', () => {
    fc.assert(
      fc.property(forests, (any) => {
        const there = walk(any)
        const back: string[] = []
        const last = lastOfBranch(any, any.roots().at(-1) ?? '')
        for (let id: string | null = last; id !== null; id = previousCard(any, id)) back.push(id)
        expect(back.reverse()).toEqual(there)
        expect(new Set(there).size).toBe(there.length)
      }),
    )
  })
})
