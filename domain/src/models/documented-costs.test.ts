import { describe, expect, it } from 'vitest'
import { dollarsOfPrice } from '../credits/dollars.ts'
import { imagePrice } from '../credits/price.ts'
import { defaultEditCanvas } from '../edit/edit-offer.ts'
import { editPrice } from '../edit/model-edits.ts'
import type { EditOperation } from '../edit/operation.ts'
import { pixelSize, type Resolution } from './aspect-ratio.ts'
import { catalogue } from './catalogue.ts'
import { documentedCost, documentedEditCost } from './documented-costs.ts'
import { editModels } from './edit-models.ts'
import type { Model } from './model.ts'
import { specifiedModels } from './specified-models.ts'

/** Dollars that are lost to binary fractions. */
const tolerance = 1e-9

const offers = catalogue.flatMap((model) => model.resolutions.map((resolution) => ({ model, resolution })))
const edits = [...catalogue, ...editModels].flatMap((model) =>
  Object.keys(model.edits ?? {}).map((operation) => ({ model, operation: operation as EditOperation })),
)
const isSpecified = ({ value }: Model) => specifiedModels.some((each) => each.value === value)

/** The price of a specified model at 1K is fixed; where a vendor's cost is published as a range, it may lie within. */
function minCost(model: Model, resolution: Resolution): number | undefined {
  const cost = documentedCost(model, resolution)
  return (isSpecified(model) && resolution === '1K' ? cost?.minUsd : undefined) ?? cost?.usd
}

describe('documentedCost', () => {
  it.each(offers)('is covered by the price of $model.value at $resolution', ({ model, resolution }) => {
    const cost = minCost(model, resolution)
    expect(cost).toBeGreaterThan(0)
    expect(dollarsOfPrice(imagePrice(model, resolution)) + tolerance).toBeGreaterThanOrEqual(cost ?? Number.NaN)
  })

  it('lies beyond one specified price at 1K, within its range', () => {
    const beyond = specifiedModels.filter(
      (model) => dollarsOfPrice(imagePrice(model, '1K')) + tolerance < (documentedCost(model, '1K')?.usd ?? Number.NaN),
    )
    expect(beyond.map(({ value }) => value)).toEqual(['chatgpt-image-fast'])
  })

  it('is null for an unknown model, and for a quality that has no cost', () => {
    expect(documentedCost({ apiModel: 'krea/krea-9' }, '1K')).toBeNull()
    expect(documentedCost({ apiModel: 'gpt-image-2.6-flare', parameters: { quality: 'auto' } }, '1K')).toBeNull()
  })
})

describe('documentedEditCost', () => {
  it.each(edits)('is covered by the price of $operation by $model.value', ({ model, operation }) => {
    const cost = documentedEditCost(model, operation)
    const least = (isSpecified(model) ? cost?.minUsd : undefined) ?? cost?.usd
    expect(least).toBeGreaterThan(0)
    expect(dollarsOfPrice(editPrice(model, operation, '1K')) + tolerance).toBeGreaterThanOrEqual(least ?? Number.NaN)
  })

  it('is that of 1K, as no hosted model is given more pixels of a picture that it changes', () => {
    const { width, height } = pixelSize('1:1', '1K')
    expect(defaultEditCanvas.pixels).toBeLessThanOrEqual(width * height)
    for (const { model } of edits) expect(model.editCanvas).toBeUndefined()
  })
})
