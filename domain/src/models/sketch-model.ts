import type { Model } from './model.ts'

/**
 * The built-in painter, listed after the models: it needs no key and no network, and it is not an AI model. Its price
 * is a setting of the operator's, 0 by default.
 */
export const sketchModel: Model = {
  name: 'Sketch',
  value: 'sketch',
  provider: 'sketch',
  isBuiltIn: true,
  sourceType: 'algorithmicMedia',
  badge: 'Not AI',
  description:
    'Built-in painter that draws from the words of the prompt. It is not an AI model; those need a provider that is connected to this server.',
  stats: { seconds: 1, priceHundredths: 0, images: 1 },
  features: ['No key needed', 'Works offline', 'Enhance and remix'],
  does: ['words', 'edit'],
  capabilities: {
    supportsStyles: true,
    supportsImagePrompts: true,
    supportsCustomRatios: true,
    supportsEditing: true,
    supportsRaw: false,
  },
  resolutions: ['1K', '2K', '4K'],
  mostImagePrompts: 4,
  apiModel: 'sketch-1',
  edits: {
    change: { seconds: 2 },
    'replace-background': { seconds: 2, needsMask: true },
    instruct: { seconds: 2 },
  },
}
