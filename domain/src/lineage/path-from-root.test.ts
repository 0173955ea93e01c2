import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineageNode } from './descendants.ts'
import { pathFromRoot } from './path-from-root.ts'

const pathIn = (nodes: readonly LineageNode<string>[], id: string) =>
  pathFromRoot(id, (wanted) => nodes.find((node) => node.id === wanted)).map((node) => node.id)

describe('the path from the root', () => {
  it('is the chain of parents, the root first and the node last', () => {
    const nodes = [
      { id: 'c', parentId: 'b' },
      { id: 'b', parentId: 'a' },
      { id: 'a', parentId: null },
      { id: 'x', parentId: 'a' },
    ]
    expect(pathIn(nodes, 'c')).toEqual(['a', 'b', 'c'])
    expect(pathIn(nodes, 'a')).toEqual(['a'])
  })

  it('begins below a missing parent, and is empty for a missing node', () => {
    expect(pathIn([{ id: 'b', parentId: 'gone' }], 'b')).toEqual(['b'])
    expect(pathIn([], 'b')).toEqual([])
  })

  it('of every node of a tree is its parent’s path and itself', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (picks) => {
        const nodes = picks.map((pick, index) => ({ id: `${index}`, parentId: index ? `${pick % index}` : null }))
        for (const { id, parentId } of nodes)
          expect(pathIn(nodes, id)).toEqual(parentId === null ? [id] : [...pathIn(nodes, parentId), id])
      }),
    ))

  it('ends where ids form a cycle', () =>
    expect(
      pathIn(
        [
          { id: 'a', parentId: 'b' },
          { id: 'b', parentId: 'a' },
        ],
        'a',
      ),
    ).toEqual(['b', 'a']))
})
