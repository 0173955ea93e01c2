import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assistantModes,
  budgetAfterGo,
  joinEffects,
  limitReached,
  needsGo,
  type PresentState,
  priceOfSteps,
  type RunEffect,
  runLimits,
  scopesOfMode,
  standingEffects,
} from './assistant-run.ts'

describe('the modes of the assistant', () => {
  it('give a plan tools that read alone, and none of them a tool that shares', () => {
    expect(scopesOfMode('plan')).toEqual(['read'])
    for (const mode of assistantModes) expect(scopesOfMode(mode)).not.toContain('share')
  })

  const generates = { effect: 'adds', generates: true } as const
  const moves = { effect: 'changes', generates: false } as const
  const reads = { effect: 'nothing', generates: false } as const
  it.each([
    ['ask', reads, false, false],
    ['ask', moves, false, true],
    ['ask', moves, true, false],
    ['ask', generates, false, true],
    ['ask', generates, true, true],
    ['auto', generates, false, false],
    ['auto', moves, false, false],
  ] as const)('%s: %o waits after a Go (%s): %s', (mode, step, hasGone, waits) =>
    expect(needsGo(mode, step, hasGone)).toBe(waits),
  )
})

describe('the limits of a run', () => {
  const use = { turns: 0, tokens: 0, images: 0, workedMs: 0 }
  it('are reached by turns, tokens, images and minutes, each with a sentence', () => {
    expect(limitReached(use)).toBeNull()
    expect(limitReached({ ...use, turns: runLimits.turns })).toContain('24 turns')
    expect(limitReached({ ...use, tokens: runLimits.tokens })).toContain('400,000 tokens')
    expect(limitReached({ ...use, images: runLimits.images })).toContain('48 images')
    expect(limitReached({ ...use, workedMs: runLimits.minutes * 60_000 })).toContain('15 minutes')
  })
})

describe('the price that waits for a Go', () => {
  it('is that of all steps, and what may be spent after it is exactly that', () =>
    fc.assert(
      fc.property(fc.nat(10_000), fc.array(fc.option(fc.nat(3_000))), (spent, prices) => {
        const shown = priceOfSteps(prices.map((price) => ({ price })))
        expect(budgetAfterGo(spent, shown) - spent).toBe(shown)
        expect(shown).toBe(prices.reduce<number>((sum, price) => sum + (price ?? 0), 0))
      }),
    ))
})

const place = (cardId: string, from: number, to: number): RunEffect => ({
  kind: 'place',
  cardId,
  from: { x: from, y: 0 },
  to: { x: to, y: 0 },
})
const nothing: PresentState = {
  place: () => undefined,
  isFolded: () => undefined,
  hasMark: () => undefined,
  isInTrash: () => undefined,
}

describe('what a run has changed', () => {
  it('is joined to one change for each thing, from how it was to how it was left', () => {
    expect(joinEffects([place('a', 0, 10), place('b', 5, 6), place('a', 10, 30)])).toEqual([
      place('a', 0, 30),
      place('b', 5, 6),
    ])
  })

  it('is nothing where it leads back', () => {
    expect(joinEffects([place('a', 0, 10), place('a', 10, 0)])).toEqual([])
  })

  it('is taken back only where it still stands', () => {
    const effects: RunEffect[] = [
      place('a', 0, 10),
      place('moved by the person', 0, 10),
      place('gone', 0, 10),
      { kind: 'mark', imageId: 'i', mark: 'star', from: false, to: true },
      { kind: 'trash', cardId: 'never moved', from: false, to: true },
    ]
    const now: PresentState = {
      ...nothing,
      place: (cardId) => ({ a: { x: 10, y: 0 }, 'moved by the person': { x: 11, y: 0 } })[cardId],
      hasMark: () => true,
      isInTrash: () => false,
    }
    expect(standingEffects(effects, now)).toEqual([effects[0], effects[3]])
  })

  it('is joined to the same, however it is cut into steps', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1 }), (path) => {
        const steps = path.map((to, at) => place('a', at === 0 ? 9 : (path[at - 1] ?? 9), to))
        expect(joinEffects(steps)).toEqual([place('a', 9, path.at(-1) ?? 9)])
      }),
    ))
})
