import { describe, expect, it } from 'vitest'
import type { Resolution } from './aspect-ratio.ts'
import { catalogue } from './catalogue.ts'
import { type Model, type ModelCapabilities, providerNames } from './model.ts'
import { sketchModel } from './sketch-model.ts'

const all = [...catalogue, sketchModel]
const namesOf = (models: readonly Model[]) => models.map(({ name }) => name)
const thatCan = (capability: keyof ModelCapabilities) =>
  namesOf(catalogue.filter(({ capabilities }) => capabilities[capability]))

describe('the catalogue', () => {
  it('has 18 models, Gemini AI first', () => {
    expect(catalogue).toHaveLength(18)
    expect(catalogue[0]?.name).toBe('Gemini AI')
  })

  it('names each model once, by name and by value, and no name equals another model’s value', () => {
    const handles = all.flatMap(({ name, value }) => [name, value])
    expect(new Set(handles).size).toBe(2 * 19)
  })

  it.each(all)('describes $name in full', (model) => {
    expect(model.value).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(providerNames).toContain(model.provider)
    for (const words of [model.badge, model.description, model.apiModel, ...model.features])
      expect(words.trim()).not.toBe('')
    expect(model.description).toMatch(/\.$/)
    expect(model.features.length).toBeGreaterThanOrEqual(2)
    expect(model.stats.seconds).toBeGreaterThan(0)
    expect(model.stats.images).toBe(1)
  })

  it('costs whole hundredths, from 0.03 to 8.00 credits', () => {
    const prices = catalogue.map(({ stats }) => stats.priceHundredths)
    expect(prices.every(Number.isInteger)).toBe(true)
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([3, 800])
  })

  it('supports raw mode for the two Flux 1.1 alone', () => {
    expect(thatCan('supportsRaw')).toEqual(['Flux 1.1 Pro', 'Flux 1.1 Pro Ultra'])
  })

  it('supports editing for Nano Banana and the two Flux Kontext alone', () => {
    expect(thatCan('supportsEditing')).toEqual(['Nano Banana', 'Flux Kontext', 'Flux Kontext Pro'])
  })

  it('supports a ratio for every model but Nano Banana', () => {
    expect(namesOf(catalogue.filter(({ capabilities }) => !capabilities.supportsCustomRatios))).toEqual(['Nano Banana'])
  })

  it('has a limit of image prompts exactly where a model accepts some', () => {
    for (const { name, capabilities, mostImagePrompts } of all)
      expect([name, mostImagePrompts > 0]).toEqual([name, capabilities.supportsImagePrompts])
  })

  it('offers only sizes that a model generates itself', () => {
    const offering = (resolution: Resolution) =>
      namesOf(catalogue.filter(({ resolutions }) => resolutions.includes(resolution)))
    expect(offering('1K')).toHaveLength(18)
    expect(offering('4K')).toEqual(['Gemini AI', 'Nano Banana', 'ChatGPT Image', 'ChatGPT Image Fast', 'Seedream 4'])
  })

  it('has Sketch beside the models: free, and marked as no AI', () => {
    expect(catalogue).not.toContain(sketchModel)
    expect(sketchModel).toMatchObject({
      isBuiltIn: true,
      sourceType: 'algorithmicMedia',
      badge: 'Not AI',
      stats: { priceHundredths: 0 },
    })
    expect(sketchModel.description).toContain('not an AI model')
    expect(catalogue.filter(({ isBuiltIn }) => isBuiltIn)).toEqual([])
  })
})
