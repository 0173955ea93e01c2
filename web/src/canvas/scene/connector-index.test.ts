import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardRect } from '#domain/layout/card.ts'
import { connector } from '#domain/layout/connector.ts'
import { pointOnConnector } from '#domain/layout/connector-parts.ts'
import { boards } from '#domain/testing/boards.ts'
import { areas, sceneOf } from '../testing/scenes.ts'
import { createConnectorIndex } from './connector-index.ts'

const at = (x: number, y: number, parent?: number) => ({
  x,
  y,
  isCollapsed: false,
  ...(parent === undefined ? {} : { parent }),
})
const view = { x: 0, y: 0, width: 1_000, height: 600 }

describe('the connectors in an area of the board', () => {
  it('are those that cross it, wherever their cards are', () => {
    const index = createConnectorIndex(sceneOf([at(-3_000, -3_000), at(3_000, 3_000, 0), at(9_000, 9_000, 1)]))
    expect(index.query(view).map(({ child }) => child.id)).toEqual(['1'])
  })

  it('exclude those that only pass it at a distance', () => {
    const index = createConnectorIndex(sceneOf([at(-3_000, -2_000), at(3_000, 6_000, 0)]))
    expect(index.query(view)).toEqual([])
  })

  it('include every connector with a point there', () => {
    const trees = boards.map((cards) =>
      cards.map((card, order) => (order === 0 ? card : { ...card, parent: order >> 1 })),
    )
    fc.assert(
      fc.property(trees, areas, fc.double({ min: 0, max: 1, noNaN: true }), (cards, area, t) => {
        const found = createConnectorIndex(sceneOf(cards))
          .query(area)
          .map(({ child }) => child.id)
        for (const [order, child] of cards.entries()) {
          const parent = 'parent' in child ? cards[child.parent] : undefined
          if (!parent || parent === child) continue
          const { x, y } = pointOnConnector(connector(cardRect(parent), cardRect(child)), t)
          const isInside =
            x > area.x + 30 && x < area.x + area.width - 30 && y > area.y + 30 && y < area.y + area.height - 30
          if (isInside) expect(found).toContain(String(order))
        }
      }),
    )
  })

  it('follow a moved card, including those of its children', () => {
    const scene = sceneOf([at(0, 0), at(0, 500, 0)])
    const index = createConnectorIndex(scene)
    expect(index.query(view)).toHaveLength(1)
    const root = scene.cards.get('0')
    if (!root) throw new Error('The root is there.')
    ;(scene.cards as Map<string, typeof root>).set('0', { ...root, x: 20_000 })
    index.update(['0'])
    expect(index.query({ x: 15_000, y: 0, width: 1_000, height: 800 })).toHaveLength(1)
    expect(index.query({ ...view, x: -500, width: 500 })).toEqual([])
  })

  it('are counted among some cards where both ends are among them', () => {
    const index = createConnectorIndex(sceneOf([at(0, 0), at(0, 500, 0), at(900, 500, 0)]))
    expect(index.hullsWithin(new Set(['0', '2']))).toEqual(index.hullsAt('2'))
    expect(index.hullsWithin(new Set(['1', '2']))).toEqual([])
  })
})
