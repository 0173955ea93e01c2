import { describe, expect, it } from 'vitest'
import { modelWith } from '#web/data/testing/builders.ts'
import { modelGroups } from './model-groups.ts'

describe('the model groups of the picker', () => {
  it('are the providers, each in the order of the catalogue', () => {
    const models = [
      modelWith({ name: 'Gemini AI', provider: 'google' }),
      modelWith({ name: 'Flux', provider: 'krea' }),
      modelWith({ name: 'Nano Banana', provider: 'google' }),
    ]
    expect(modelGroups(models).map(({ provider, models: of }) => [provider, ...of.map(({ name }) => name)])).toEqual([
      ['google', 'Gemini AI', 'Nano Banana'],
      ['krea', 'Flux'],
    ])
  })

  it('are empty where no model matches', () => expect(modelGroups([])).toEqual([]))
})
