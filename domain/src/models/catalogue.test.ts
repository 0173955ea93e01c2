import { describe, expect, it } from 'vitest'
import { executorsOf } from '../edit/model-edits.ts'
import { editOperations } from '../edit/operation.ts'
import type { Resolution } from './aspect-ratio.ts'
import { catalogue } from './catalogue.ts'
import { providersWithParameters } from './change-catalogue.ts'
import { defaultModel } from './choose-model.ts'
import type { Model, ModelCapabilities } from './model.ts'
import { providerNames } from './providers.ts'
import { sketchModel } from './sketch-model.ts'
import { specifiedModels } from './specified-models.ts'

const all = [...catalogue, sketchModel]
const specified = catalogue.slice(0, 18)
const namesOf = (models: readonly Model[]) => models.map(({ name }) => name)
const thatCan = (capability: keyof ModelCapabilities) =>
  namesOf(specified.filter(({ capabilities }) => capabilities[capability]))

describe('specifiedModels', () => {
  it('are 18, Gemini AI first, before all others', () => {
    expect(specifiedModels).toHaveLength(18)
    expect(namesOf(specified)).toEqual(specifiedModels.map(({ name }) => name))
    expect(catalogue[0]?.name).toBe('Gemini AI')
  })

  it('cost whole hundredths, from 0.03 to 8.00 credits', () => {
    const prices = specified.map(({ stats }) => stats.priceHundredths)
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([3, 800])
  })

  it('support raw mode for the two Flux 1.1 alone', () => {
    expect(thatCan('supportsRaw')).toEqual(['Flux 1.1 Pro', 'Flux 1.1 Pro Ultra'])
  })

  it('support editing for Nano Banana and the two Flux Kontext alone', () => {
    expect(thatCan('supportsEditing')).toEqual(['Nano Banana', 'Flux Kontext', 'Flux Kontext Pro'])
  })

  it('support a ratio for every model but Nano Banana', () => {
    expect(namesOf(specified.filter(({ capabilities }) => !capabilities.supportsCustomRatios))).toEqual(['Nano Banana'])
  })

  it('offer only sizes that a model generates itself', () => {
    const offering = (resolution: Resolution) =>
      namesOf(specified.filter(({ resolutions }) => resolutions.includes(resolution)))
    expect(offering('1K')).toHaveLength(18)
    expect(offering('4K')).toEqual(['Gemini AI', 'Nano Banana', 'ChatGPT Image', 'ChatGPT Image Fast', 'Seedream 4'])
  })
})

describe('the catalogue', () => {
  it('names each model once, by name and by value, and no name equals another model’s value', () => {
    const handles = all.flatMap(({ name, value }) => [name, value])
    expect(new Set(handles).size).toBe(2 * all.length)
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

  it('costs whole hundredths at every size', () => {
    const prices = catalogue.flatMap(({ stats }) => [
      stats.priceHundredths,
      ...Object.values(stats.pricesByResolution ?? {}),
    ])
    expect(prices.every((price) => Number.isInteger(price) && price > 0)).toBe(true)
  })

  it('prices only sizes that a model has', () => {
    for (const { name, stats, resolutions } of catalogue)
      expect([
        name,
        Object.keys(stats.pricesByResolution ?? {}).filter((size) => !resolutions.some((own) => own === size)),
      ]).toEqual([name, []])
  })

  it('has a limit of image prompts exactly where a model accepts some', () => {
    for (const { name, capabilities, mostImagePrompts } of all)
      expect([name, mostImagePrompts > 0]).toEqual([name, capabilities.supportsImagePrompts])
  })

  it('makes pictures from words, or changes them', () => {
    for (const { does } of all) expect(does.some((ability) => ability === 'words' || ability === 'edit')).toBe(true)
  })

  it('has parameters only where requests carry them', () => {
    for (const { provider, parameters } of catalogue)
      if (parameters) expect(providersWithParameters).toContain(provider)
  })

  it('has one of the specified models as the default of each provider, for pictures and for edits', () => {
    for (const provider of new Set(catalogue.map((model) => model.provider))) {
      const own = catalogue.filter((model) => model.provider === provider)
      expect(specified).toContain(defaultModel(catalogue, (model) => model.provider === provider))
      for (const operation of editOperations) {
        const [first] = executorsOf(own, operation, { hasMask: true })
        if (first) expect(specified).toContain(first)
      }
    }
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
