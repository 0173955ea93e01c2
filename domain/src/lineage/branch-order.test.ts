import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branchOrder, type PlacedNode } from './branch-order.ts'

const node = (id: string, parentId: string | null, x = 0, y = 0): PlacedNode => ({ id, parentId, x, y })

const orderIn = (nodes: readonly PlacedNode[], id: string) =>
  branchOrder(id, {
    find: (wanted) => nodes.find((each) => each.id === wanted),
    childrenOf: (parent) => nodes.filter((each) => each.parentId === parent).map((each) => each.id),
  })

describe('the reading order of a branch', () => {
  const tree = [
    node('root', null),
    node('a', 'root', 900, 0),
    node('b', 'root', 900, -450),
    node('a-right', 'a', 1_800, 0),
    node('a-left', 'a', 900, 0),
    node('a-left-child', 'a-left', 2_700, -900),
    node('elsewhere', null),
  ]

  it('begins with the ancestors, continues with the card, and then with its descendants', () =>
    expect(orderIn(tree, 'a')).toEqual(['root', 'a', 'a-left', 'a-left-child', 'a-right']))

  it('from the root is the whole tree', () =>
    expect(orderIn(tree, 'root')).toEqual(['root', 'b', 'a', 'a-left', 'a-left-child', 'a-right']))

  it('is the card alone when it has neither parent nor child', () =>
    expect(orderIn(tree, 'elsewhere')).toEqual(['elsewhere']))

  it('skips a missing parent', () => expect(orderIn([node('b', 'gone')], 'b')).toEqual(['b']))

  it('ends for any ids, and visits nothing twice', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const nodes = fc.uniqueArray(fc.record({ id, parentId: fc.option(id), x: fc.nat(9), y: fc.nat(9) }), {
      selector: (each) => each.id,
      minLength: 1,
    })
    fc.assert(
      fc.property(nodes, (each) => {
        const order = orderIn(each, each[0]?.id ?? '')
        expect(new Set(order).size).toBe(order.length)
        expect(order).toContain(each[0]?.id)
      }),
    )
  })
})
