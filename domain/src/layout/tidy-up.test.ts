import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps, type Point } from '../geometry/rect.ts'
import { cardRect } from './card.ts'
import { tidyBranch, tidyCanvas } from './tidy-up.ts'

type Node = { readonly id: string; readonly parentId: string | null }

/** Trees of any shape: each node but the roots is a child of an earlier one. */
const forests: fc.Arbitrary<Node[]> = fc.array(fc.option(fc.nat(), { freq: 6 }), { maxLength: 80 }).map((parents) =>
  parents.map((parent, place) => ({
    id: String(place),
    parentId: parent === null || place === 0 ? null : String(parent % place),
  })),
)
const rootsOf = (nodes: readonly Node[]) => nodes.filter(({ parentId }) => parentId === null).map(({ id }) => id)
function childrenIn(nodes: readonly Node[]) {
  const children = Map.groupBy(nodes, ({ parentId }) => parentId)
  return (id: string) => children.get(id)?.map((node) => node.id) ?? []
}
const rectOf = (place: Point) => cardRect({ ...place, isCollapsed: false })
const byId = (places: readonly (Point & { id: string })[]) => new Map(places.map(({ id, x, y }) => [id, { x, y }]))
const corner = { x: 10_000, y: 10_000 }

describe('a tidied canvas', () => {
  it('lays a tree out top-down, the parent centered above its children', () => {
    const nodes = [
      { id: 'root', parentId: null },
      { id: 'left', parentId: 'root' },
      { id: 'middle', parentId: 'root' },
      { id: 'right', parentId: 'root' },
      { id: 'leaf', parentId: 'left' },
    ]
    expect(
      byId(tidyCanvas({ roots: ['root'], childrenOf: childrenIn(nodes), corner: corner, windowRatio: 1.6 })),
    ).toEqual(
      new Map([
        ['root', { x: 10_900, y: 10_000 }],
        ['left', { x: 10_000, y: 10_500 }],
        ['middle', { x: 10_900, y: 10_500 }],
        ['right', { x: 11_800, y: 10_500 }],
        ['leaf', { x: 10_000, y: 11_000 }],
      ]),
    )
  })

  it('lets a narrow subtree slip under a wide one', () => {
    const nodes = [
      { id: 'root', parentId: null },
      { id: 'a', parentId: 'root' },
      { id: 'b', parentId: 'root' },
      { id: 'b1', parentId: 'b' },
      { id: 'b2', parentId: 'b' },
    ]
    const places = byId(
      tidyCanvas({ roots: ['root'], childrenOf: childrenIn(nodes), corner: { x: 0, y: 0 }, windowRatio: 1.6 }),
    )
    expect(places.get('b1')?.x).toBe((places.get('b')?.x ?? 0) - 450)
    expect(places.get('a')?.x).toBe((places.get('b')?.x ?? 0) - 900)
  })

  it.each([
    [6, [10_000, 10_000, 10_000]],
    [1.6, [10_000, 10_000, 11_160]],
    [0.5, [10_000, 11_160, 12_320]],
  ])('packs trees for a window of the ratio %s', (windowRatio, tops) => {
    const nodes = ['a', 'b', 'c'].flatMap((root) => [
      { id: root, parentId: null },
      { id: `${root}1`, parentId: root },
      { id: `${root}2`, parentId: root },
    ])
    const places = byId(tidyCanvas({ roots: rootsOf(nodes), childrenOf: childrenIn(nodes), corner, windowRatio }))
    expect(['a', 'b', 'c'].map((id) => places.get(id)?.y)).toEqual(tops)
  })

  it('contains every card once, below its parent, without overlaps', () => {
    fc.assert(
      fc.property(forests, (nodes) => {
        const tidied = tidyCanvas({
          roots: rootsOf(nodes),
          childrenOf: childrenIn(nodes),
          corner: corner,
          windowRatio: 1.6,
        })
        const places = byId(tidied)
        expect(tidied).toHaveLength(nodes.length)
        for (const { id, parentId } of nodes)
          if (parentId !== null) expect(places.get(id)?.y).toBe((places.get(parentId)?.y ?? 0) + 500)
        const rects = tidied.map(rectOf)
        for (const [place, rect] of rects.entries())
          expect(rects.slice(place + 1).some((other) => overlaps(rect, other))).toBe(false)
      }),
    )
  })

  it('stays the same when it is tidied again', () => {
    fc.assert(
      fc.property(forests, (nodes) => {
        const once = tidyCanvas({
          roots: rootsOf(nodes),
          childrenOf: childrenIn(nodes),
          corner: corner,
          windowRatio: 1.6,
        })
        expect(
          tidyCanvas({ roots: rootsOf(nodes), childrenOf: childrenIn(nodes), corner: corner, windowRatio: 1.6 }),
        ).toEqual(once)
      }),
    )
  })

  it('supports a chain of 10,000 cards', () => {
    const nodes = Array.from({ length: 10_000 }, (_, place) => ({
      id: String(place),
      parentId: place === 0 ? null : String(place - 1),
    }))
    expect(tidyCanvas({ roots: ['0'], childrenOf: childrenIn(nodes), corner: corner, windowRatio: 1.6 })).toHaveLength(
      10_000,
    )
  })
})

describe('a tidied branch', () => {
  const nodes = [
    { id: 'root', parentId: null },
    { id: 'left', parentId: 'root' },
    { id: 'right', parentId: 'root' },
  ]

  it('hangs under its first card, which stays', () => {
    expect(byId(tidyBranch({ id: 'root', x: 50, y: 70 }, childrenIn(nodes), () => false))).toEqual(
      new Map([
        ['root', { x: 50, y: 70 }],
        ['left', { x: -400, y: 570 }],
        ['right', { x: 500, y: 570 }],
      ]),
    )
  })

  it('moves as a whole to the nearest place where it overlaps no other card', () => {
    const other = rectOf({ x: 500, y: 570 })
    const places = tidyBranch({ id: 'root', x: 50, y: 70 }, childrenIn(nodes), (rect) => overlaps(rect, other))
    expect(places.some((place) => overlaps(rectOf(place), other))).toBe(false)
    expect(byId(places).get('root')).toEqual({ x: 50, y: -380 })
  })
})
