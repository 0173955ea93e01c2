import { describe, expect, it } from 'vitest'
import { differenceOf } from '#domain/lineage/difference.ts'
import { generationWith } from '#web/data/testing/builders.ts'
import { stepCaption } from './filmstrip.tsx'

const before = generationWith({ prompt: 'A pear in the sun' })
const captionOf = (over: Parameters<typeof generationWith>[0]) =>
  stepCaption(differenceOf(before, { ...before, ...over }), (id) => (id === null ? 'None' : 'Cut paper'))

describe('the caption of a step', () => {
  it('contains the added words, else the removed ones', () => {
    expect(captionOf({ prompt: 'A pear in the sun, at night' }).text).toBe('+ at night')
    expect(captionOf({ prompt: 'A pear' }).text).toBe('− in the sun')
  })

  it('separates words that were added at several places', () =>
    expect(captionOf({ prompt: 'A ripe pear in the evening sun' }).text).toBe('+ ripe · evening'))

  it('is the whole prompt where nothing but commas is left of the previous one', () => {
    expect(captionOf({ prompt: 'Improve quality' }).text).toBe('Improve quality')
    const commas = differenceOf(
      { ...before, prompt: 'A lake, first light' },
      { ...before, prompt: 'Three pears, a vase' },
    )
    expect(stepCaption(commas, () => '').text).toBe('Three pears, a vase')
  })

  it('contains the number of other changes, except for seed and image', () =>
    expect(captionOf({ prompt: 'A plum in the sun', model: 'Nano Banana', parentImageId: 'i' })).toEqual({
      text: '+ plum',
      others: 1,
    }))

  it('contains a setting and its new value', () => {
    expect(captionOf({ settings: { ...before.settings, style: 's', seed: 5 } }).text).toBe('Style: Cut paper')
    expect(captionOf({ settings: { ...before.settings, rawMode: true } }).text).toBe('Raw: On')
    expect(captionOf({ settings: { ...before.settings, controls: { steps: 30, format: 'webp' } } }).text).toBe(
      'Steps: 30',
    )
  })

  it('marks the start of a path', () => expect(stepCaption(null, () => '')).toEqual({ text: 'Start', others: 0 }))
})
