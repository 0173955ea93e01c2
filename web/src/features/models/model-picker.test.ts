import { describe, expect, it } from 'vitest'
import { capabilityLines } from './model-picker.tsx'

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
