import { describe, expect, it } from 'vitest'
import { generationWith, modelWith } from '#web/data/testing/builders.ts'
import { hasPrompt, writtenPromptOf } from './save-commands.ts'

const models = [modelWith({ name: 'Krea 2', value: 'krea-2' })]
const settings = { ...generationWith().settings, aspectRatio: '16:9' as const }
const upscale = { ...generationWith({ prompt: 'Upscale' }), edit: { operation: 'upscale' as const } }

describe('writtenPromptOf', () => {
  it('gives the words as they were written, with the model and the settings', () => {
    const card = generationWith({ prompt: 'dawn', writtenPrompt: '__light__', model: 'Krea 2', settings })
    expect(writtenPromptOf(card, models)).toEqual({
      prompt: '__light__',
      model: 'krea-2',
      settings: { aspectRatio: '16:9', resolution: settings.resolution, rawMode: settings.rawMode },
    })
  })

  it('gives no model and no settings of an edit or a file', () => {
    const none = { model: null, settings: null }
    expect(writtenPromptOf(upscale, models)).toMatchObject(none)
    expect(writtenPromptOf(generationWith({ origin: 'brought-in', model: null }), models)).toMatchObject(none)
  })

  it('gives no model while a race hides it', () => {
    const { capabilities, mostImagePrompts, aspectRatios, resolutions, prices } = modelWith()
    const hiddenModel = { capabilities, mostImagePrompts, aspectRatios, resolutions, prices }
    expect(writtenPromptOf(generationWith({ model: 'Krea 2', hiddenModel }), models).model).toBeNull()
  })
})

describe('hasPrompt', () => {
  it('is false for an edit that needs no words', () => {
    expect(hasPrompt(generationWith())).toBe(true)
    expect(hasPrompt(upscale)).toBe(false)
  })
})
