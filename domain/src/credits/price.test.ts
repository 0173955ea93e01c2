import { describe, expect, it } from 'vitest'
import { catalogue } from '../models/catalogue.ts'
import { imagePrice } from './price.ts'

const model = (name: string) => {
  const found = catalogue.find((each) => each.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

describe('the price of a picture', () => {
  it('is the catalogue’s, whatever the size, where the provider charges by the picture', () => {
    expect(imagePrice(model('Seedream 4'), '1K')).toBe(90)
    expect(imagePrice(model('Seedream 4'), '4K')).toBe(90)
  })

  it('follows the size where the provider charges by it', () => {
    expect(imagePrice(model('Gemini AI'), '1K')).toBe(101)
    expect(imagePrice(model('Gemini AI'), '4K')).toBe(341)
    expect(imagePrice(model('Runway Gen-4'), '1K')).toBe(150)
    expect(imagePrice(model('Runway Gen-4'), '2K')).toBe(240)
  })
})
