import { describe, expect, it } from 'vitest'
import { claimedAction } from './claimed-action.ts'

describe('what a signed record says of an edit', () => {
  it.each([
    ['crop', false, 'c2pa.cropped', 'humanEdits'],
    ['adjust', false, 'c2pa.adjustedColor', 'humanEdits'],
    ['upscale', false, 'c2pa.resized', 'algorithmicallyEnhanced'],
    ['upscale', true, 'c2pa.enhanced', 'compositeWithTrainedAlgorithmicMedia'],
    ['erase', false, 'c2pa.edited', 'algorithmicallyEnhanced'],
    ['erase', true, 'c2pa.edited', 'compositeWithTrainedAlgorithmicMedia'],
    ['remove-background', true, 'c2pa.edited', 'algorithmicallyEnhanced'],
    ['extend', false, 'c2pa.edited', 'algorithmicallyEnhanced'],
    ['restyle', false, 'c2pa.filtered', 'algorithmicallyEnhanced'],
    ['change', false, 'c2pa.edited', 'algorithmicMedia'],
  ] as const)('%s, by a trained model: %s', (operation, isTrained, action, sourceType) =>
    expect(claimedAction(operation, { isTrained, sourceType: 'algorithmicMedia' })).toEqual({ action, sourceType }),
  )

  it('names a picture that a model painted as a whole as its own', () =>
    expect(claimedAction('instruct', { isTrained: true, sourceType: 'trainedAlgorithmicMedia' })).toEqual({
      action: 'c2pa.edited',
      sourceType: 'trainedAlgorithmicMedia',
    }))
})
