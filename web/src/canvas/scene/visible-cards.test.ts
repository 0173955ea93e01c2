import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardRect } from '#domain/layout/card.ts'
import { areas, sceneOf, scenes } from '../testing/scenes.ts'
import { cardAt } from './picture-boxes.ts'
import { createCoverGrid, visibleCards } from './visible-cards.ts'

const at = (x: number, y: number) => ({ x, y, isCollapsed: false })
const area = { x: 0, y: 0, width: 1_600, height: 1_000 }
const idsOf = (...places: ReturnType<typeof at>[]) => visibleCards(sceneOf(places), area).cards.map(({ id }) => id)

describe('the visible cards of an area', () => {
  it('are those in the area, from the lowest to the topmost', () =>
    expect(idsOf(at(400, 300), at(200, 200), at(5_000, 0))).toEqual(['0', '1']))

  it('exclude those that are wholly under another', () =>
    expect(idsOf({ ...at(200, 300), isCollapsed: true }, at(200, 220))).toEqual(['1']))

  it('exclude those that several others cover together', () =>
    expect(idsOf({ ...at(400, 400), isCollapsed: true }, at(0, 300), at(760, 300))).toEqual(['1', '2']))

  it('include a card that is visible behind the round corner of another', () =>
    expect(idsOf(at(400, 300), at(400, 300))).toEqual(['0', '1']))

  it('include every card that can be picked in the area: a visible card is never culled', () => {
    fc.assert(
      fc.property(
        scenes,
        areas,
        fc.double({ min: 0, max: 0.999 }),
        fc.double({ min: 0, max: 0.999 }),
        (scene, view, u, v) => {
          const card = cardAt(scene, { x: view.x + u * view.width, y: view.y + v * view.height })
          const ids = visibleCards(scene, view).cards.map(({ id }) => id)
          if (card) expect(ids).toContain(card.id)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('cover a part of the area only where one of them is', () => {
    fc.assert(
      fc.property(scenes, areas, areas, (scene, view, part) => {
        const { cards, hides } = visibleCards(scene, view)
        if (!hides(part)) return
        const middle = { x: part.x + part.width / 2, y: part.y + part.height / 2 }
        const isInView =
          middle.x > view.x && middle.x < view.x + view.width && middle.y > view.y && middle.y < view.y + view.height
        const isUnderCard = cards.some((card) => {
          const { x, y, width, height } = cardRect(card)
          return middle.x >= x && middle.x <= x + width && middle.y >= y && middle.y <= y + height
        })
        if (isInView) expect(isUnderCard).toBe(true)
      }),
    )
  })
})

const covered = { x: 4_000, y: 4_000, width: 11_000, height: 11_000 }

describe('a snapshot of what cards cover', () => {
  it('answers for every rectangle as the grid does', () => {
    fc.assert(
      fc.property(
        fc.array(areas, { maxLength: 12 }),
        fc.array(areas, { minLength: 1, maxLength: 8 }),
        (cards, parts) => {
          const grid = createCoverGrid(covered)
          for (const card of cards) grid.cover(card)
          const isHidden = grid.snapshot()
          for (const part of parts) expect(isHidden(part)).toBe(grid.hides(part))
        },
      ),
    )
  })

  it('does not know of cards that are added later', () => {
    const grid = createCoverGrid(covered)
    const before = grid.snapshot()
    grid.cover({ x: 0, y: 0, width: 20_000, height: 20_000 })
    expect([before(covered), grid.snapshot()(covered)]).toEqual([false, true])
  })
})
