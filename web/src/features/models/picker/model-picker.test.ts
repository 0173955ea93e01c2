import { describe, expect, it } from 'vitest'
import { localModels } from '#domain/local-models/catalogue.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { formatBytes } from '#web/features/models/local/texts.ts'
import { countModels } from './model-list.tsx'
import { capabilityLines } from './model-picker.tsx'
import { modelTexts } from './texts.ts'

const capabilities = {
  supportsStyles: false,
  supportsImagePrompts: false,
  supportsCustomRatios: true,
  supportsEditing: false,
  supportsRaw: false,
}

describe('the capabilities of a model', () => {
  it('are listed first, and missing ones follow in one line', () =>
    expect(
      capabilityLines({ capabilities: { ...capabilities, supportsStyles: true, supportsImagePrompts: true } }),
    ).toEqual([
      { text: 'Styles and image prompts', can: true },
      { text: 'All eight ratios', can: true },
      { text: 'No editing, no raw mode', can: false },
    ]))

  it('mention when the ratio cannot be chosen', () =>
    expect(capabilityLines({ capabilities: { ...capabilities, supportsCustomRatios: false } })[0]).toEqual({
      text: 'Chooses its own ratio',
      can: true,
    }))

  it('have no line for missing ones where nothing is missing', () =>
    expect(
      capabilityLines({
        capabilities: {
          supportsStyles: true,
          supportsImagePrompts: true,
          supportsCustomRatios: true,
          supportsEditing: true,
          supportsRaw: true,
        },
      }).every((line) => line.can),
    ).toBe(true))
})

describe('countModels', () => {
  it('counts as many models as the landing page and the README name, without the painter', () =>
    expect(countModels([...catalogue, sketchModel])).toBe(catalogue.length))
})

describe('modelTexts.installAi', () => {
  it('has the size of the smallest model that makes images from words', () => {
    const sizes = localModels
      .filter(({ does }) => does === 'words-to-image')
      .map(({ files }) => files.reduce((sum, { bytes }) => sum + bytes, 0))
    expect(modelTexts.installAi).toContain(formatBytes(Math.min(...sizes)))
  })
})
