import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverage, maxMounted, planMounts, wantedCards } from './mounted-cards.ts'
import { sceneOf } from './testing/scenes.ts'

type Mounts = Parameters<typeof planMounts>[0]
const planOf = (over: Partial<Mounts>) =>
  planMounts({
    pace: 'resting',
    mounted: new Set(),
    wanted: [],
    pinned: new Set(),
    mayGo: () => true,
    mayStay: () => false,
    ...over,
  })

describe('the plan of mounting cards', () => {
  it('takes the nearest first, three in a frame', () =>
    expect(planOf({ wanted: ['a', 'b', 'c', 'd'] })).toEqual({
      mount: ['a', 'b', 'c'],
      unmount: [],
      isSettled: false,
    }))

  it('takes one in a frame while the view moves', () =>
    expect(planOf({ pace: 'moving', wanted: ['a', 'b'] }).mount).toEqual(['a']))

  it('is settled when nothing is left to do', () =>
    expect(planOf({ wanted: ['a'], mounted: new Set(['a']) }).isSettled).toBe(true))

  it('takes pinned cards at once', () => {
    const pinned = new Set(['a', 'b', 'c', 'd'])
    expect(planOf({ pinned }).mount).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keeps a card that may be wanted again soon, and one that no tile replaces', () => {
    const mounted = new Set(['a'])
    expect(planOf({ mounted, mayStay: () => true }).unmount).toEqual([])
    expect(planOf({ mounted, mayGo: () => false }).unmount).toEqual([])
    expect(planOf({ mounted }).unmount).toEqual(['a'])
  })

  it('ends with the wanted and pinned cards mounted, and never has more than sixty', () => {
    const ids = fc.uniqueArray(fc.nat(150).map(String), { maxLength: 80 })
    fc.assert(
      fc.property(ids, ids, fc.uniqueArray(fc.nat(150).map(String), { maxLength: 8 }), (before, wanted, pins) => {
        const pinned = new Set(pins)
        const mounted = new Set(before.slice(0, maxMounted - pins.length))
        let isSettled = false
        for (let frame = 0; frame < 100 && !isSettled; frame++) {
          const plan = planOf({ mounted, wanted, pinned, mayStay: (id) => Number(id) % 2 === 0 })
          for (const id of plan.unmount) mounted.delete(id)
          for (const id of plan.mount) mounted.add(id)
          isSettled = plan.isSettled
          expect(mounted.size).toBeLessThanOrEqual(maxMounted)
        }
        const room = maxMounted - pins.length
        const others = wanted.filter((id) => !pinned.has(id))
        for (const id of [...pins, ...others.slice(0, room)]) expect(mounted).toContain(id)
      }),
    )
  })
})

const at = (x: number, y: number) => ({ x, y, isCollapsed: false })
const view = { x: 0, y: 0, width: 1_440, height: 900 }
const wantedOf = (places: readonly { x: number; y: number; isCollapsed: boolean }[], zoom = 1) =>
  wantedCards(sceneOf(places), view, zoom).map(({ x, y }) => [x, y])

describe('the cards that should be elements', () => {
  const board = [at(-700, 0), at(300, 300), at(1_700, 0), at(4_000, 0)]

  it('are those in and around the view, the nearest to its middle first', () =>
    expect(wantedOf(board)).toEqual([
      [300, 300],
      [-700, 0],
      [1_700, 0],
    ]))

  it('are none when zoomed out', () => expect(wantedOf(board, 0.4)).toEqual([]))

  it('may overlap, but are none where they cover the view more than twice', () => {
    const stairs = (count: number) => Array.from({ length: count }, (_, step) => at(20 * step, 20 * step))
    expect(wantedOf(stairs(6))).toHaveLength(6)
    expect(wantedOf(stairs(16))).toEqual([])
  })
})

const seen = { x: 0, y: 0, width: 1_000, height: 600 }

describe('the area of the board that is kept ready', () => {
  it('extends half a view beyond it on every side', () =>
    expect(coverage(seen, { ...seen, x: 5_000 })).toEqual({ x: 4_500, y: -300, width: 2_000, height: 1_200 }))

  it('stays the same while the view moves inside of it', () => {
    const ready = coverage({ x: 0, y: 0, width: 0, height: 0 }, seen)
    expect(coverage(ready, { ...seen, x: 400, y: -250 })).toBe(ready)
  })

  it('shrinks when the view has zoomed in far', () => {
    const ready = coverage({ x: 0, y: 0, width: 0, height: 0 }, seen)
    expect(coverage(ready, { x: 0, y: 0, width: 100, height: 60 }).width).toBe(200)
  })

  it('always contains the whole view', () => {
    const anyRect = fc.record({
      x: fc.integer({ min: -1e5, max: 1e5 }),
      y: fc.integer({ min: -1e5, max: 1e5 }),
      width: fc.integer({ min: 1, max: 1e4 }),
      height: fc.integer({ min: 1, max: 1e4 }),
    })
    fc.assert(
      fc.property(anyRect, anyRect, (before, visible) => {
        const area = coverage(before, visible)
        expect(area.x).toBeLessThanOrEqual(visible.x)
        expect(area.y).toBeLessThanOrEqual(visible.y)
        expect(area.x + area.width).toBeGreaterThanOrEqual(visible.x + visible.width)
        expect(area.y + area.height).toBeGreaterThanOrEqual(visible.y + visible.height)
      }),
    )
  })
})
