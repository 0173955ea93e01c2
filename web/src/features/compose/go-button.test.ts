import { describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import type { ModelsState } from '#web/data/models/models.ts'
import { modelWith } from '#web/data/testing/builders.ts'
import { isThisMachine, whyNotGo } from './go-button.tsx'

const asked = (model: ModelShape | null, models: ModelsState, count = 1) => ({ model, models, count })

describe('Go', () => {
  it('is enabled with a prompt and a model', () => expect(whyNotGo('A pear', asked(modelWith(), 'loaded'))).toBeNull())

  it('shows why it is disabled', () => {
    expect(whyNotGo('  \n', asked(modelWith(), 'loaded'))).toBe('Please enter a prompt')
    expect(whyNotGo('A pear', asked(null, 'loading'))).toBe('The models are still loading.')
    expect(whyNotGo('A pear', asked(null, 'failed'))).toBe(
      'The models could not be read. Check your connection and try again.',
    )
    expect(whyNotGo('A pear', asked(null, 'loaded'))).toBe('No model is available. See the model picker.')
  })

  it('accepts 4,000 characters, counted as people do', () => {
    expect(whyNotGo('🍐'.repeat(4_000), asked(modelWith(), 'loaded'))).toBeNull()
    expect(whyNotGo('x'.repeat(4_002), asked(modelWith(), 'loaded'))).toBe('The prompt is 2 characters too long.')
  })

  it('makes 36 cards at once at most', () => {
    expect(whyNotGo('A pear', asked(modelWith(), 'loaded', 36))).toBeNull()
    expect(whyNotGo('A pear', asked(modelWith(), 'loaded', 48))).toBe('That would be 48 cards; 36 at once is the most.')
  })

  it('needs no network to reach a server on this machine', () => {
    for (const host of ['localhost', 'board.localhost', '127.0.0.1', '[::1]']) expect(isThisMachine(host)).toBe(true)
    for (const host of ['images.example', 'localhost.example', '10.0.0.1']) expect(isThisMachine(host)).toBe(false)
  })
})
