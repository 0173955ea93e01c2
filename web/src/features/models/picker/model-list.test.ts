import { describe, expect, it } from 'vitest'
import { modelWith } from '#web/data/testing/builders.ts'
import { filterModels, narrowing, noFilter, waitOf } from './model-filter.ts'
import { modelGroups } from './model-list.tsx'

const named = (name: string, over: Parameters<typeof modelWith>[0] = {}) =>
  modelWith({ name, value: name, provider: 'krea', isBuiltIn: false, ...over })
const titles = (models: Parameters<typeof modelGroups>[0]) =>
  modelGroups(models).map(({ title, models: of }) => [title, ...of.map(({ name }) => name)])

describe('the groups of the picker', () => {
  it('are the providers, each in the order of the catalogue', () =>
    expect(
      titles([named('Gemini AI', { provider: 'google' }), named('Flux'), named('Nano Banana', { provider: 'google' })]),
    ).toEqual([
      ['Google', 'Gemini AI', 'Nano Banana'],
      ['Krea', 'Flux'],
    ]))

  it('begin with what works now, among the providers and in each', () =>
    expect(
      titles([
        named('Gemini AI', { provider: 'google', isAvailable: false }),
        named('Retired', { isAvailable: false }),
        named('Flux'),
      ]),
    ).toEqual([
      ['Krea', 'Flux', 'Retired'],
      ['Google', 'Gemini AI'],
    ]))

  it('have favourites and the five last used above, and each model once', () => {
    const models = Array.from({ length: 8 }, (_, place) =>
      named(`Model ${place}`, {
        isFavourite: place === 7,
        usedAt: place === 0 ? null : `2026-11-2${place}T10:00:00.000Z`,
      }),
    )
    expect(titles(models)).toEqual([
      ['Favourites', 'Model 7'],
      ['Recently used', 'Model 6', 'Model 5', 'Model 4', 'Model 3', 'Model 2'],
      ['Krea', 'Model 0', 'Model 1'],
    ])
  })

  it('do not offer a model that was used and works no more among the last used', () =>
    expect(titles([named('Flux', { usedAt: '2026-11-21T10:00:00.000Z', isAvailable: false })])).toEqual([
      ['Krea', 'Flux'],
    ]))

  it('keep two added providers of one kind apart', () => {
    const of = (id: string, name: string) => named(name, { provider: 'openrouter', connection: { id, name } })
    expect(titles([of('1', 'Ours'), of('2', 'Mine')])).toEqual([
      ['Ours', 'Ours'],
      ['Mine', 'Mine'],
    ])
  })

  it('are empty where no model matches', () => expect(modelGroups([])).toEqual([]))
})

describe('the filter of the picker', () => {
  const models = [
    named('Words', { does: ['words'], stats: { speed: 5, credits: 100, images: 1 } }),
    named('Editor', { does: ['words', 'edit', 'mask'], stats: { speed: 20, credits: 400, images: 1 } }),
    named('Mine', { does: ['edit'], stats: { speed: 8, credits: 400, images: 1 }, ownKey: true, usualSeconds: 30 }),
  ]
  const left = (filter: Partial<typeof noFilter>) =>
    filterModels(models, { ...noFilter, ...filter }).map(({ name }) => name)

  it('leaves all of them at first', () => expect(left({})).toEqual(['Words', 'Editor', 'Mine']))
  it('leaves those that can do all that is asked', () => {
    expect(left({ does: ['edit'] })).toEqual(['Editor', 'Mine'])
    expect(left({ does: ['edit', 'mask'] })).toEqual(['Editor'])
    expect(left({ does: ['video'] })).toEqual([])
  })
  it('compares what the user pays: nothing with a key of their own', () =>
    expect(left({ price: 100 })).toEqual(['Words', 'Mine']))
  it('compares the measured wait, else the stated one', () => {
    expect(models.map(waitOf)).toEqual([5, 20, 30])
    expect(left({ wait: 20 })).toEqual(['Words', 'Editor'])
  })
  it('takes words in any order', () => expect(left({ words: ' krea EDIT ' })).toEqual(['Editor']))
  it('counts what narrows it beside the words', () =>
    expect(narrowing({ ...noFilter, words: 'x', does: ['edit', 'mask'], price: 0 })).toBe(3))
  it('leaves those that work here where that is switched on', () => {
    const dead = named('Dead', { isAvailable: false })
    expect(filterModels([...models, dead], { ...noFilter, worksHere: true })).toEqual(models)
  })
})
