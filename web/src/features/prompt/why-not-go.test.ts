import { describe, expect, it } from 'vitest'
import { modelWith } from '#web/data/testing/builders.ts'
import { whyNotGo } from './why-not-go.ts'

describe('Go', () => {
  it('can be pressed when there is a prompt and a model', () =>
    expect(whyNotGo('A pear', modelWith(), 'loaded')).toBeNull())

  it('says why it can not', () => {
    expect(whyNotGo('  \n', modelWith(), 'loaded')).toBe('Please enter a prompt')
    expect(whyNotGo('A pear', null, 'loading')).toBe('The models are still loading.')
    expect(whyNotGo('A pear', null, 'failed')).toBe(
      'The models could not be read. Check your connection and try again.',
    )
    expect(whyNotGo('A pear', null, 'loaded')).toBe('No model is available. See the model picker.')
  })

  it('takes 4,000 characters, counted as people do', () => {
    expect(whyNotGo('🍐'.repeat(4_000), modelWith(), 'loaded')).toBeNull()
    expect(whyNotGo('x'.repeat(4_002), modelWith(), 'loaded')).toBe('The prompt is 2 characters too long.')
  })
})
