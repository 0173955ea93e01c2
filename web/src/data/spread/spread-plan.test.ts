import { describe, expect, it } from 'vitest'
import { noSpread } from '#domain/series/spread.ts'
import { modelWith } from '../testing/builders.ts'
import { hiddenSpreadPlan, spreadPlan } from './spread-plan.ts'

const written = {
  prompt: 'a {red|blue} door',
  aspectRatio: '1:1' as const,
  resolution: '1K' as const,
  rawMode: false,
  attachments: [],
  spread: noSpread,
}
const modelAt = (name: string, price: number) =>
  modelWith({ name, prices: { '1K': price, '2K': price * 2, '4K': price * 4 } })
const [cheap, dear, apart] = [modelAt('Cheap', 10), modelAt('Dear', 100), modelAt('Apart', 900)]
const models = [cheap, dear, apart]

describe('the price of Go while a race hides the model', () => {
  const candidates = ['Cheap', 'Dear']

  it('is that of the most expensive model of the race, whichever is used', () => {
    const plans = [cheap, dear].map((model) => hiddenSpreadPlan(written, model, { models, candidates }))
    expect(plans.map(({ hundredths, isMost }) => [hundredths, isMost])).toEqual([
      [800, true],
      [800, true],
    ])
    expect(plans.map(({ cards }) => cards.map(({ body }) => body.model))).toEqual([
      ['Cheap', 'Cheap'],
      ['Dear', 'Dear'],
    ])
  })

  it('is its own where nothing is hidden', () =>
    expect(hiddenSpreadPlan(written, cheap, { models, candidates: [] })).toEqual(spreadPlan(written, cheap, models)))
})
