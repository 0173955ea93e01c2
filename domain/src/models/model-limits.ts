import { type AspectRatio, aspectRatios, type Resolution, resolutions } from './aspect-ratio.ts'
import type { ModelControls } from './controls.ts'
import type { ModelCapabilities } from './model.ts'
import { type PictureSettings, settingsForModel } from './settings-for-model.ts'

/** The limits of a model, and the price of a picture, in hundredths of a credit. */
export type ModelLimits = {
  readonly aspectRatios: readonly AspectRatio[]
  readonly resolutions: readonly Resolution[]
  readonly capabilities: ModelCapabilities
  readonly mostImagePrompts: number
  /** Absent where it has none. */
  readonly controls?: ModelControls
  readonly prices: Readonly<Record<Resolution, number>>
}

/**
 * The limits while a race hides which of several models it is: the settings of any of them, which the real model adapts
 * to itself; the attachments that all of them support, since none may be dropped; no controls, which would reveal it; and the highest
 * price.
 */
export function limitsOfHidden(models: readonly ModelLimits[]): ModelLimits {
  const some = (can: keyof ModelCapabilities) => models.some(({ capabilities }) => capabilities[can])
  const all = (can: keyof ModelCapabilities) => models.every(({ capabilities }) => capabilities[can])
  const highest = (wanted: Resolution) =>
    Math.max(0, ...models.map((model) => model.prices[fitted({ resolution: wanted }, model).resolution]))
  return {
    aspectRatios: aspectRatios.filter((ratio) => models.some((model) => model.aspectRatios.includes(ratio))),
    resolutions: resolutions.filter((resolution) => models.some((model) => model.resolutions.includes(resolution))),
    capabilities: {
      supportsStyles: all('supportsStyles'),
      supportsImagePrompts: all('supportsImagePrompts'),
      supportsCustomRatios: some('supportsCustomRatios'),
      supportsEditing: all('supportsEditing'),
      supportsRaw: some('supportsRaw'),
    },
    mostImagePrompts: Math.min(...models.map(({ mostImagePrompts }) => mostImagePrompts)),
    prices: { '1K': highest('1K'), '2K': highest('2K'), '4K': highest('4K') },
  }
}

const fitted = ({ resolution }: Pick<PictureSettings, 'resolution'>, model: ModelLimits) =>
  settingsForModel({ resolution, aspectRatio: '1:1', rawMode: false }, model)
