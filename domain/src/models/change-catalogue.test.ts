import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { type CatalogueChange, changeCatalogue } from './change-catalogue.ts'

const changes = (models: Record<string, CatalogueChange>, order: readonly string[] = []) => ({
  order,
  models: new Map(Object.entries(models)),
})
const changedBy = (...args: Parameters<typeof changes>) => {
  const result = changeCatalogue(catalogue, changes(...args), ['Sketch', 'sketch'])
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
const changed = (value: string, change: CatalogueChange) =>
  changedBy({ [value]: change }).find((model) => model.value === value)
const mistakeOf = (...args: Parameters<typeof changes>) => {
  const result = changeCatalogue(catalogue, changes(...args), ['Sketch', 'sketch'])
  return result.ok ? null : result.error
}

const steps = { least: 1, most: 8, usual: null }

describe("an operator's changes of the catalogue", () => {
  it('are empty by default', () => {
    expect(changedBy({})).toEqual(catalogue)
    expect(changed('flux-krea', {})).toEqual(catalogue.find(({ value }) => value === 'flux-krea'))
  })

  it('can be another id of the provider’s, for one entry alone', () => {
    const models = changedBy({ 'flux-krea': { apiModel: 'black-forest-labs/flux-krea-2' } })
    expect(models.find(({ value }) => value === 'flux-krea')?.apiModel).toBe('black-forest-labs/flux-krea-2')
    expect(models.filter((model, place) => model !== catalogue[place])).toHaveLength(1)
  })

  it('can be other controls, or none', () => {
    const own = { steps: { ...steps, field: 'steps' } }
    expect(changed('flux-krea', { controls: own })?.controls).toEqual(own)
    expect(changed('flux-krea', { controls: null })).not.toHaveProperty('controls')
    expect(changed('flux-krea', {})?.controls?.guidance).toMatchObject({ usual: 3 })
  })

  it('can be another price, which applies to every size', () => {
    expect(changed('gemini-ai', { priceHundredths: 90 })?.stats).toEqual({
      seconds: 10,
      priceHundredths: 90,
      images: 1,
    })
  })

  it('can be a price by size', () => {
    expect(changed('gemini-ai', { pricesByResolution: { '4K': 400 } })?.stats).toMatchObject({
      priceHundredths: 101,
      pricesByResolution: { '4K': 400 },
    })
  })

  it('can retire a model, name its successor, or restore it', () => {
    const retired = changed('flux', { retired: 'Krea has taken Flux down.', successor: 'flux-krea' })
    expect(retired).toMatchObject({ retired: 'Krea has taken Flux down.', successor: 'flux-krea' })
    const back = changeCatalogue(retired ? [retired] : [], changes({ flux: { retired: null, successor: undefined } }))
    expect(back.ok && back.value[0]).not.toHaveProperty('retired')
  })

  it('can hide a model, and show it again', () => {
    const hidden = changed('flux', { hidden: true })
    expect(hidden?.isHidden).toBe(true)
    const back = changeCatalogue(hidden ? [hidden] : [], changes({ flux: { hidden: false } }))
    expect(back.ok && back.value[0]).not.toHaveProperty('isHidden')
  })

  it('can name, describe and find a model by its former name', () => {
    expect(changed('flux', { name: 'Flux Dev', badge: 'Old', seconds: 4, formerly: ['Flux'] })).toMatchObject({
      name: 'Flux Dev',
      badge: 'Old',
      formerly: ['Flux'],
      stats: { seconds: 4 },
    })
  })

  it('can put models into another order; those that are not named follow in their own', () => {
    const values = changedBy({}, ['ideogram-4', 'flux']).map(({ value }) => value)
    expect(values.slice(0, 3)).toEqual(['ideogram-4', 'flux', 'gemini-ai'])
    expect(values).toHaveLength(catalogue.length)
  })
})

describe('a model that an operator adds', () => {
  const krea3 = { like: 'krea-2', name: 'Krea 3', apiModel: 'krea/krea-3', priceHundredths: 210 }

  it('takes over provider, form and limits of the entry that it is like, and comes last', () => {
    const added = changedBy({ 'krea-3': krea3 }).at(-1)
    expect(added).toMatchObject({
      value: 'krea-3',
      name: 'Krea 3',
      provider: 'krea',
      form: 'krea-2',
      apiModel: 'krea/krea-3',
      mostImagePrompts: 10,
      badge: 'Added',
      stats: { priceHundredths: 210, seconds: 15 },
    })
  })

  it('has the form of the original, where it is like an entry that has another’s', () => {
    const borrowed = [...catalogue, { ...catalogue[4]!, name: 'Krea X', value: 'krea-x', form: 'krea-2' }]
    const result = changeCatalogue(borrowed, changes({ 'krea-y': { ...krea3, like: 'krea-x' } }))
    expect(result.ok && result.value.at(-1)?.form).toBe('krea-2')
  })

  it('does not take over that the other is retired or hidden', () => {
    const models = changedBy({ 'krea-2': { retired: 'Gone.', hidden: true }, 'krea-3': krea3 })
    expect(models.at(-1)).not.toHaveProperty('retired')
    expect(models.at(-1)).not.toHaveProperty('isHidden')
  })
})

describe('changes that do not fit together are refused, with their place:', () => {
  it.each([
    ['a new model that is like none', { 'krea-3': { name: 'Krea 3' } }, [], ['krea-3', 'like']],
    [
      'a new model that is like another new one',
      { a: { name: 'A', like: 'flux' }, b: { name: 'B', like: 'a' } },
      [],
      ['b', 'like'],
    ],
    ['a new model without a name', { 'krea-3': { like: 'krea-2' } }, [], ['krea-3', 'name']],
    ['a known model that is like another', { flux: { like: 'krea-2' } }, [], ['flux', 'like']],
    ['two models of one name', { flux: { name: 'Krea 2' } }, [], ['flux']],
    ['the name of the built-in painter', { flux: { name: 'Sketch' } }, [], ['flux']],
    ['a former name that another model has', { flux: { formerly: ['krea-2'] } }, [], ['flux']],
    ['an order with an unknown model', {}, ['flux', 'flux-9'], ['order', '1']],
    ['a successor that does not exist', { flux: { retired: 'Gone.', successor: 'flux-9' } }, [], ['flux', 'successor']],
    ['a model that succeeds itself', { flux: { retired: 'Gone.', successor: 'flux' } }, [], ['flux', 'successor']],
    [
      'controls that no request carries',
      { 'gemini-ai': { controls: { steps } } },
      [],
      ['gemini-ai', 'controls', 'steps'],
    ],
    ['a control without the provider’s name', { flux: { controls: { steps } } }, [], ['flux', 'controls', 'steps']],
    [
      'a control that OpenAI does not read',
      { 'chatgpt-image': { controls: { steps } } },
      [],
      ['chatgpt-image', 'controls', 'steps'],
    ],
    ['parameters that no request carries', { 'gemini-ai': { parameters: { a: 1 } } }, [], ['gemini-ai', 'parameters']],
  ] as const)('%s', (_, models, order, path) => expect(mistakeOf(models, order)?.path).toEqual(path))
})
