import { describe, expect, it } from 'vitest'
import { type Editor, editPrice, editSeconds, executorsOf } from './model-edits.ts'

const editor = (name: string, over: Partial<Editor> = {}): Editor & { readonly name: string } => ({
  name,
  provider: 'openai',
  isBuiltIn: false,
  stats: { seconds: 10, priceHundredths: 100, images: 1 },
  edits: { change: {} },
  ...over,
})
const namesOf = (models: readonly { readonly name: string }[]) => models.map(({ name }) => name)

describe('who makes an edit', () => {
  const models = [
    editor('Own', { isBuiltIn: true, edits: { change: { rank: 1 } } }),
    editor('Usual'),
    editor('Best', { edits: { change: { rank: 10 } } }),
    editor('Masked', { edits: { change: {}, 'remove-background': { needsMask: true } } }),
    editor('Other', { edits: { upscale: {} } }),
    editor('None', { edits: {} }),
  ]

  it('is the best of what is connected, then what this server has itself', () =>
    expect(namesOf(executorsOf(models, 'change', { hasMask: true }))).toEqual(['Best', 'Usual', 'Masked', 'Own']))

  it('can be without a mask what needs none', () => {
    expect(namesOf(executorsOf(models, 'remove-background', { hasMask: true }))).toEqual(['Masked'])
    expect(executorsOf(models, 'remove-background', { hasMask: false })).toEqual([])
  })

  it('takes its own price and time for the operation, else what it takes for any image', () => {
    const model = editor('Priced', { edits: { change: {}, upscale: { priceHundredths: 7, seconds: 3 } } })
    expect([editPrice(model, 'change', '1K'), editSeconds(model, 'change')]).toEqual([100, 10])
    expect([editPrice(model, 'upscale', '1K'), editSeconds(model, 'upscale')]).toEqual([7, 3])
  })
})
