import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LineageNode, withDescendants } from './descendants.ts'

/** `{ a: null, b: 'a' }`: b is a child of a. */
const tree = (parents: Record<string, string | null>): LineageNode<string>[] =>
  Object.entries(parents).map(([id, parentId]) => ({ id, parentId }))

describe('a node with its descendants', () => {
  it('comes before its children, and they before theirs', () => {
    const nodes = tree({ d: 'b', c: 'a', b: 'a', a: null, e: null, f: 'e' })
    expect(withDescendants('a', nodes)).toEqual(['a', 'c', 'b', 'd'])
  })

  it('is alone without children', () => {
    expect(withDescendants('a', tree({ a: null, b: null }))).toEqual(['a'])
    expect(withDescendants('a', [])).toEqual(['a'])
  })

  it('excludes its ancestors and their other branches', () => {
    expect(withDescendants('b', tree({ a: null, b: 'a', c: 'a', d: 'b' }))).toEqual(['b', 'd'])
  })

  it('ends where ids form a cycle, and names each once', () => {
    expect(withDescendants('a', tree({ a: 'c', b: 'a', c: 'b' }))).toEqual(['a', 'b', 'c'])
    expect(withDescendants('a', tree({ a: 'a' }))).toEqual(['a'])
  })

  it('contains exactly the nodes whose ancestors include it, parents before children', () => {
    const parents = fc.array(fc.nat(), { maxLength: 80 })
    fc.assert(
      fc.property(parents, (picks) => {
        const nodes = picks.map((pick, index) => ({ id: `${index}`, parentId: index === 0 ? null : `${pick % index}` }))
        const parentOf = new Map(nodes.map((node) => [node.id, node.parentId]))
        const leadsTo = (id: string | null | undefined): boolean =>
          id === '1' || (id != null && leadsTo(parentOf.get(id)))
        const found = withDescendants('1', nodes)
        expect([...found].sort()).toEqual([...new Set(['1', ...parentOf.keys()])].filter(leadsTo).sort())
        for (const id of found.slice(1)) expect(found.indexOf(parentOf.get(id) ?? '')).toBeLessThan(found.indexOf(id))
      }),
    )
  })

  it('supports trees of any depth', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => ({
      id: `${index}`,
      parentId: index ? `${index - 1}` : null,
    }))
    expect(withDescendants('0', chain)).toHaveLength(50_000)
  })
})
