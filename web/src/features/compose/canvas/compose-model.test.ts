import { describe, expect, it } from 'vitest'
import { modelWith } from '#web/data/testing/builders.ts'
import { composeModel, underShownName } from './compose-model.ts'

const models = [
  modelWith({ name: 'Gone', isAvailable: false }),
  modelWith({ name: 'Krea 2' }),
  modelWith({ name: 'Gemini AI', isDefault: true }),
]

describe('the model of the prompt panel', () => {
  it('is the chosen one', () =>
    expect(composeModel(models, { chosen: 'Krea 2', parent: 'Gemini AI' })?.name).toBe('Krea 2'))

  it('is the parent’s where nothing was chosen', () =>
    expect(composeModel(models, { chosen: null, parent: 'Krea 2' })?.name).toBe('Krea 2'))

  it('is the default where the parent’s is not available any more, or there is no parent', () => {
    expect(composeModel(models, { chosen: null, parent: 'Gone' })?.name).toBe('Gemini AI')
    expect(composeModel(models, { chosen: null, parent: null })?.name).toBe('Gemini AI')
  })

  it('is null where none is available', () =>
    expect(composeModel([modelWith({ isAvailable: false })], { chosen: null, parent: null })).toBeNull())
})

describe('a model of a race that hides its name', () => {
  const model = modelWith({ name: 'Krea 2' })

  it('is shown by the alias on its card', () =>
    expect(underShownName(model, { made: 'Krea 2', shown: 'Model B' })).toEqual({ ...model, name: 'Model B' }))

  it('gives its alias to no other one', () => {
    expect(underShownName(model, { made: 'Sketch', shown: 'Model A' })).toBe(model)
    expect(underShownName(model, { made: null, shown: null })).toBe(model)
  })
})
