import { describe, expect, it } from 'vitest'
import { impossibleSettings, type RequestedSettings } from './allowed-settings.ts'
import { aspectRatios } from './aspect-ratio.ts'
import { catalogue } from './catalogue.ts'
import type { Model, ModelCapabilities } from './model.ts'
import { sketchModel } from './sketch-model.ts'

const model = (can: Partial<ModelCapabilities> = {}, over: Partial<Model> = {}): Model => ({
  ...sketchModel,
  name: 'Able',
  mostImagePrompts: 2,
  capabilities: {
    supportsStyles: true,
    supportsImagePrompts: true,
    supportsCustomRatios: true,
    supportsEditing: true,
    supportsRaw: true,
    ...can,
  },
  ...over,
})
const asked = (over: Partial<RequestedSettings> = {}): RequestedSettings => ({
  aspectRatio: '1:1',
  resolution: '1K',
  rawMode: false,
  hasStyle: false,
  imagePrompts: 0,
  styleReferences: 0,
  ...over,
})

describe('the settings of a model', () => {
  it('can be everything for a model that supports everything', () => {
    const all = asked({ aspectRatio: '2.35:1', resolution: '4K', rawMode: true, hasStyle: true, imagePrompts: 2 })
    expect(impossibleSettings(model(), all)).toBeNull()
  })

  it.each([
    [{ supportsRaw: false }, { rawMode: true }, 'Able has no raw mode.'],
    [{ supportsStyles: false }, { hasStyle: true }, 'Able takes no styles.'],
    [{ supportsImagePrompts: false }, { imagePrompts: 1 }, 'Able takes no image prompts.'],
    [
      { supportsCustomRatios: false },
      { aspectRatio: '4:3' },
      'Able chooses its own aspect ratio; only 1:1 can be asked for.',
    ],
    [{ supportsImagePrompts: false }, { styleReferences: 1 }, 'Able takes no image styles.'],
    [{}, { imagePrompts: 3 }, 'Able takes at most 2 image prompts; 3 were given.'],
    [{}, { styleReferences: 3 }, 'Able takes at most 2 image styles; 3 were given.'],
    [{}, { imagePrompts: 2, styleReferences: 1 }, 'Able takes at most 2 pictures; 3 were given.'],
  ] as const)('of one with %j cannot be %j', (can, over, sentence) => {
    expect(impossibleSettings(model(can), asked(over))).toBe(sentence)
  })

  it('are refused in the singular where it accepts one', () => {
    const one = model({}, { mostImagePrompts: 1 })
    expect(impossibleSettings(one, asked({ imagePrompts: 2 }))).toBe('Able takes at most 1 image prompt; 2 were given.')
  })

  it('can only be sizes that it generates itself', () => {
    const small = model({}, { resolutions: ['1K', '2K'] })
    expect(impossibleSettings(small, asked({ resolution: '2K' }))).toBeNull()
    expect(impossibleSettings(small, asked({ resolution: '4K' }))).toBe(
      "Able paints at 1K or 2K; 4K can't be asked for.",
    )
  })

  it('can only be controls that it has', () => {
    const able = model({}, { controls: { steps: { least: 1, most: 8, usual: 4 } } })
    expect(impossibleSettings(able, asked({ controls: { steps: 8 } }))).toBeNull()
    expect(impossibleSettings(able, asked({ controls: { steps: 9 } }))).toBe(
      'Able takes a number of steps from 1 to 8.',
    )
    expect(impossibleSettings(model({}), asked({ controls: { steps: 8 } }))).toBe(
      'Able has no number of steps to choose.',
    )
  })

  it('can be a branch, also for a model that cannot edit', () => {
    expect(impossibleSettings(model({ supportsEditing: false }), asked())).toBeNull()
  })

  it('can be the plain prompt, for every model of the catalogue', () => {
    for (const entry of [...catalogue, sketchModel]) expect(impossibleSettings(entry, asked())).toBeNull()
  })

  it('can be every ratio, for every model but Nano Banana', () => {
    const refusing = [...catalogue, sketchModel].filter((entry) =>
      aspectRatios.some((aspectRatio) => impossibleSettings(entry, asked({ aspectRatio })) !== null),
    )
    expect(refusing.map(({ name }) => name)).toEqual(['Nano Banana'])
  })
})
