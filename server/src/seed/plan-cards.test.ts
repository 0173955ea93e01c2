import { describe, expect, it } from 'vitest'
import { boundsOf, overlaps } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { planCards } from './plan-cards.ts'

/** A small linear congruential generator: the same cards at every run. */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describe('the cards of a seeded project', () => {
  const cards = planCards(2_000, numbers())
  const rects = cards.map(({ place, isCollapsed }) => cardRect({ ...place, isCollapsed }))

  it('are as many as requested, each after its parent', () => {
    expect(cards).toHaveLength(2_000)
    expect(cards.every(({ parent }, index) => parent === null || parent < index)).toBe(true)
    expect(cards.filter(({ parent }) => parent === null).length).toBeLessThan(1_200)
  })

  it('do not overlap, in a block about as wide as it is high', () => {
    const sorted = rects.toSorted((a, b) => a.x - b.x || a.y - b.y)
    expect(sorted.some((rect, index) => index > 0 && overlaps(rect, sorted[index - 1] ?? rect))).toBe(false)
    expect(new Set(rects.map(({ x, y }) => `${x} ${y}`)).size).toBe(2_000)
    const { width, height } = boundsOf(rects) ?? { width: 0, height: 1 }
    expect(width / height).toBeGreaterThan(0.9)
    expect(width / height).toBeLessThan(1.1)
  })

  it('are placed near their parents', () => {
    const distances = cards.flatMap(({ place, parent }) => {
      const from = parent === null ? null : cards[parent]?.place
      return from ? [Math.hypot(place.x - from.x, place.y - from.y)] : []
    })
    expect(distances.sort((a, b) => a - b)[distances.length >> 1]).toBeLessThan(2_500)
  })

  it('have different prompts', () => expect(new Set(cards.map(({ prompt }) => prompt)).size).toBeGreaterThan(1_950))
})
