import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { type CatalogueChange, changeCatalogue } from './change-catalogue.ts'

const changed = (value: string, change: CatalogueChange) =>
  changeCatalogue(catalogue, new Map([[value, change]])).find((model) => model.value === value)

describe("an operator's changes of the catalogue", () => {
  it('are empty by default', () => {
    expect(changeCatalogue(catalogue, new Map())).toEqual(catalogue)
    expect(changed('flux-krea', {})).toEqual(catalogue.find(({ value }) => value === 'flux-krea'))
  })

  it('can be another id of the provider’s, for one entry alone', () => {
    const after = changeCatalogue(catalogue, new Map([['flux-krea', { apiModel: 'black-forest-labs/flux-krea-2' }]]))
    expect(after.find(({ value }) => value === 'flux-krea')?.apiModel).toBe('black-forest-labs/flux-krea-2')
    expect(after.filter((model, place) => model !== catalogue[place])).toHaveLength(1)
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

  it('can retire a model, or restore it', () => {
    const retired = changed('flux', { retired: 'Krea has taken Flux down.' })
    expect(retired?.retired).toBe('Krea has taken Flux down.')
    const back = changeCatalogue(retired ? [retired] : [], new Map([['flux', { retired: null }]]))
    expect(back[0]).not.toHaveProperty('retired')
  })
})
