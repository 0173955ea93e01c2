import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { defaultModel, findModel } from './choose-model.ts'
import { sketchModel } from './sketch-model.ts'

const models = [...catalogue, sketchModel]
const chosenOf = (...available: string[]) => defaultModel(models, ({ name }) => available.includes(name))?.name ?? null

describe('the default model', () => {
  it('is Gemini AI where it is available', () => expect(chosenOf('Sketch', 'Flux', 'Gemini AI')).toBe('Gemini AI'))

  it('is otherwise the first available of the list', () => {
    expect(chosenOf('Sketch', 'Flux', 'Krea 2')).toBe('Krea 2')
    expect(chosenOf('Sketch')).toBe('Sketch')
  })

  it('is a model that is installed on this machine where Gemini AI is not available', () => {
    const installed = { ...sketchModel, name: 'SDXS', provider: 'onnx' as const }
    const chosen = (...names: string[]) =>
      defaultModel([...models, installed], ({ name }) => names.includes(name))?.name
    expect(chosen('Sketch', 'Krea 2', 'SDXS')).toBe('SDXS')
    expect(chosen('SDXS', 'Gemini AI')).toBe('Gemini AI')
  })

  it('is null where none is available', () => expect(chosenOf()).toBeNull())
})

describe('the look-up of a model', () => {
  it('matches the display name or the value', () => {
    expect(findModel(models, 'Flux 1.1 Pro Ultra')?.value).toBe('flux-1-1-pro-ultra')
    expect(findModel(models, 'flux-1-1-pro-ultra')?.name).toBe('Flux 1.1 Pro Ultra')
  })

  it('is exact', () => {
    for (const name of ['', 'flux 1.1 pro', 'Flux 1', ' Flux', 'constructor'])
      expect(findModel(models, name)).toBeUndefined()
  })
})
