import { describe, expect, it } from 'vitest'
import { noSpread } from '#domain/series/spread.ts'
import { modelWith } from '../testing/builders.ts'
import { imagesOf, spreadPlan } from './spread-plan.ts'

const written = {
  prompt: 'a {red|blue} door',
  aspectRatio: '1:1' as const,
  resolution: '1K' as const,
  rawMode: false,
  attachments: [],
  spread: noSpread,
}
const prices = { '1K': 100, '2K': 200, '4K': 400 }
const named = modelWith({ name: 'Dear', prices })
const { capabilities, mostImagePrompts, aspectRatios, resolutions } = named
const hidden = { prices, capabilities, mostImagePrompts, aspectRatios, resolutions, name: 'Model A', modelOf: 'card' }

describe('what Go requests', () => {
  it('carries what was chosen of the controls of each model, as far as it has them', () => {
    const able = modelWith({ name: 'Able', controls: { steps: { least: 1, most: 8, usual: 4 } } })
    const controls = { Able: { steps: 8, sampler: 'Euler' }, Dear: { steps: 8 } }
    const spread = { ...noSpread, models: ['Able', 'Dear'] }
    const { cards } = spreadPlan({ ...written, prompt: 'a door', spread }, able, [able, named], controls)
    expect(cards.map(({ body }) => [body.model, body.controls])).toEqual([
      ['Able', { steps: 8 }],
      ['Dear', undefined],
    ])
  })

  it('has the number of images and the seed that were chosen, and their price', () => {
    const plan = spreadPlan({ ...written, count: 1, seed: 7 }, named, [named])
    expect(plan.cards.map(({ body: { count, seed } }) => [count, seed])).toEqual([
      [1, 7],
      [1, 7],
    ])
    expect([plan.hundredths, imagesOf(plan)]).toEqual([200, 2])
  })
})

describe('what Go costs', () => {
  it("is at most the highest price of the race's models where the model is hidden", () => {
    const { hundredths, isMost, cards } = spreadPlan(written, hidden, [named])
    expect([hundredths, isMost]).toEqual([800, true])
    expect(cards.map(({ body, modelName }) => [body.model, body.modelOf, modelName])).toEqual(
      Array(2).fill([undefined, 'card', 'Model A']),
    )
  })

  it('is its own price where nothing is hidden', () => {
    const { hundredths, isMost, cards } = spreadPlan(written, named, [named])
    expect([hundredths, isMost, cards[0]?.body.model]).toEqual([800, false, 'Dear'])
  })
})
