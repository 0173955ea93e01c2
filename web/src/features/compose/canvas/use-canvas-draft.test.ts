import { describe, expect, it } from 'vitest'
import { namedInRequest } from '#web/data/models/models.ts'
import { generationWith, modelWith } from '#web/data/testing/builders.ts'
import { composeModel } from './use-canvas-draft.ts'

const models = [
  modelWith({ name: 'Gone', isAvailable: false }),
  modelWith({ name: 'Krea 2' }),
  modelWith({ name: 'Gemini AI', isDefault: true }),
]

const made = (model: string) => generationWith({ model })

describe('the model of the prompt panel', () => {
  it('is the chosen one', () =>
    expect(composeModel(models, { chosen: 'Krea 2', parent: made('Gemini AI') })?.name).toBe('Krea 2'))

  it('is the parent’s where nothing was chosen', () =>
    expect(composeModel(models, { chosen: null, parent: made('Krea 2') })?.name).toBe('Krea 2'))

  it('is the default where the parent’s is not available any more, or there is no parent', () => {
    expect(composeModel(models, { chosen: null, parent: made('Gone') })?.name).toBe('Gemini AI')
    expect(composeModel(models, { chosen: null, parent: null })?.name).toBe('Gemini AI')
  })

  it('is null where none is available', () =>
    expect(composeModel([modelWith({ isAvailable: false })], { chosen: null, parent: null })).toBeNull())
})

describe('the model of a card whose name a race hides', () => {
  const { prices, capabilities, mostImagePrompts, aspectRatios, resolutions } = modelWith({})
  const hiddenModel = { prices, capabilities, mostImagePrompts, aspectRatios, resolutions }
  const parent = generationWith({ id: 'card', model: 'Model B', hiddenModel })

  it('has the alias, and is requested by the card', () => {
    const model = composeModel(models, { chosen: null, parent })
    expect(model).toEqual({ ...hiddenModel, name: 'Model B', modelOf: 'card' })
    expect(model && namedInRequest(model)).toEqual({ modelOf: 'card' })
  })

  it('is replaced by a chosen one', () => {
    const model = composeModel(models, { chosen: 'Krea 2', parent })
    expect(model && namedInRequest(model)).toEqual({ model: 'Krea 2' })
  })
})
