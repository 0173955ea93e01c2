import { describe, expect, it } from 'vitest'
import { limitsOfHidden, type ModelLimits } from './model-limits.ts'

const limits = (over: Partial<ModelLimits> = {}): ModelLimits => ({
  aspectRatios: ['1:1'],
  resolutions: ['1K'],
  capabilities: {
    supportsStyles: true,
    supportsImagePrompts: true,
    supportsCustomRatios: false,
    supportsEditing: true,
    supportsRaw: false,
  },
  mostImagePrompts: 4,
  prices: { '1K': 100, '2K': 900, '4K': 900 },
  ...over,
})

describe('the limits of one of several models', () => {
  const wide = limits({
    aspectRatios: ['16:9', '1:1'],
    resolutions: ['2K', '1K'],
    capabilities: { ...limits().capabilities, supportsStyles: false, supportsRaw: true },
    mostImagePrompts: 1,
    prices: { '1K': 10, '2K': 50, '4K': 80 },
  })
  const both = limitsOfHidden([limits(), wide])

  it('has the settings of any of them, in the order of the chips', () => {
    expect([both.aspectRatios, both.resolutions]).toEqual([
      ['16:9', '1:1'],
      ['1K', '2K'],
    ])
    expect(both.capabilities.supportsRaw).toBe(true)
  })

  it('include the attachments that all of them support', () =>
    expect([both.capabilities.supportsStyles, both.mostImagePrompts]).toEqual([false, 1]))

  it('include the highest price, each model at its own resolution', () =>
    expect(both.prices).toEqual({ '1K': 100, '2K': 100, '4K': 100 }))

  it('is the same whichever comes first', () => expect(limitsOfHidden([wide, limits()])).toEqual(both))
})
