import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { defaultModel, findModel, successorOf } from './choose-model.ts'
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

describe('the successor of a retired model', () => {
  const named = (name: string) => findModel(models, name)!
  const retired = (name: string, successor?: string) => ({
    ...named(name),
    retired: 'It is gone.',
    ...(successor !== undefined && { successor }),
  })
  const everything = () => true

  it('is the one that is named', () =>
    expect(successorOf(retired('Flux', 'krea-2'), models, everything)?.name).toBe('Krea 2'))

  it('is the one named for the named one, where that is retired too', () => {
    const listed = [...models.filter(({ name }) => name !== 'Krea 2'), retired('Krea 2', 'z-image')]
    expect(successorOf(retired('Flux', 'krea-2'), listed, everything)?.name).toBe('Z-Image')
  })

  it('is otherwise of the same provider and the nearest price', () =>
    expect(successorOf(retired('Flux'), models, everything)?.name).toBe('Z-Image'))

  it('is of another provider where its own has none that can be used', () =>
    expect(successorOf(retired('Flux'), models, ({ provider }) => provider !== 'krea')?.name).toBe(
      'Recraft V4.1 Flash',
    ))

  it('does everything that the retired one does, so that an editor replaces an editor', () =>
    expect(successorOf(retired('Flux Kontext'), models, everything)?.does).toContain('edit'))

  it('is the built-in painter only where nothing else can be used', () => {
    const usable =
      (...names: string[]) =>
      (model: { name: string }) =>
        names.includes(model.name)
    expect(successorOf(retired('Z-Image'), models, usable('Sketch', 'Recraft V4'))?.name).toBe('Recraft V4')
    expect(successorOf(retired('Z-Image'), models, usable('Sketch'))?.name).toBe('Sketch')
  })

  it('is sought where the named ones lead in a circle', () => {
    const listed = [
      ...models.filter(({ name }) => name !== 'Krea 2' && name !== 'Flux'),
      retired('Krea 2', 'flux'),
      retired('Flux', 'krea-2'),
    ]
    const flux = findModel(listed, 'flux')!
    expect(successorOf(flux, listed, ({ retired: gone }) => gone === undefined)?.name).toBe('Z-Image')
  })

  it('is null where no model can be used', () => expect(successorOf(retired('Flux'), models, () => false)).toBeNull())
})

describe('the look-up of a model', () => {
  it('finds a renamed model by its former name and value, unless another has it now', () => {
    const renamed = { ...models[0]!, name: 'Newer', value: 'newer', formerly: ['Older', 'older', 'Flux'] }
    const listed = [...models, renamed]
    expect([findModel(listed, 'Older'), findModel(listed, 'older')]).toEqual([renamed, renamed])
    expect(findModel(listed, 'Flux')?.value).toBe('flux')
  })

  it('matches the display name or the value', () => {
    expect(findModel(models, 'Flux 1.1 Pro Ultra')?.value).toBe('flux-1-1-pro-ultra')
    expect(findModel(models, 'flux-1-1-pro-ultra')?.name).toBe('Flux 1.1 Pro Ultra')
  })

  it('is exact', () => {
    for (const name of ['', 'flux 1.1 pro', 'Flux 1', ' Flux', 'constructor'])
      expect(findModel(models, name)).toBeUndefined()
  })
})
