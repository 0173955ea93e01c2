import { describe, expect, it } from 'vitest'
import { type FoundModel, foundPrice, withLastCost } from './found-model.ts'

const found = (cost: Pick<FoundModel, 'costUsd' | 'costUsdByResolution'>): FoundModel => ({
  apiModel: 'maker/flux',
  name: 'Flux',
  description: '',
  does: [],
  mostImagePrompts: 0,
  resolutions: ['1K', '2K'],
  accepts: { frame: { by: 'nothing' }, sizes: [], pictures: null, fields: [] },
  seconds: null,
  ...cost,
})
const priced = found({ costUsd: 0.02, costUsdByResolution: { '2K': 0.04 } })

describe('a model that is listed again', () => {
  it('keeps its price where its provider says none any more', () =>
    expect(foundPrice(withLastCost(found({ costUsd: null }), priced))).toEqual(foundPrice(priced)))

  it('has its new price, also where that is nothing', () =>
    expect(foundPrice(withLastCost(found({ costUsd: 0 }), priced))).toEqual({ priceHundredths: 0 }))
})
