import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assistantModes,
  budgetAfterGo,
  limitReached,
  needsGo,
  priceOfSteps,
  runLimits,
  scopesOfMode,
} from './assistant-run.ts'

describe('the modes of the assistant', () => {
  it('give a plan tools that read alone, and none of them a tool that shares', () => {
    expect(scopesOfMode('plan')).toEqual(['read'])
    for (const mode of assistantModes) expect(scopesOfMode(mode)).not.toContain('share')
  })

  it.each([
    ['ask', 'nothing', false],
    ['ask', 'adds', true],
    ['ask', 'changes', true],
    ['ask', 'trashes', true],
    ['auto', 'adds', false],
    ['auto', 'changes', false],
    ['auto', 'trashes', true],
    ['auto', 'restores', true],
  ] as const)('%s: a step that has the effect %s waits for Go: %s', (mode, effect, waits) =>
    expect(needsGo(mode, effect)).toBe(waits),
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
