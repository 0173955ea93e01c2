import type { ModelEdits } from '../edit/edit-offer.ts'
import { fillingEdits, instructionEdits } from '../edit/vendor-edits.ts'
import type { Model } from './model.ts'

type Entry = Pick<Model, 'name' | 'value' | 'provider' | 'description' | 'apiModel'> & {
  readonly seconds: number
  readonly priceHundredths: number
  readonly edits: ModelEdits
}

/** An enlargement keeps the size of what it is given. */
const entry = ({ seconds, priceHundredths, ...others }: Entry): Model => ({
  ...others,
  isBuiltIn: false,
  sourceType: 'trainedAlgorithmicMedia',
  badge: 'Edits',
  stats: { seconds, priceHundredths, images: 1 },
  features: ['Image editing', 'Edits alone'],
  does: ['edit'],
  capabilities: {
    supportsStyles: false,
    supportsImagePrompts: false,
    supportsCustomRatios: true,
    supportsEditing: true,
    supportsRaw: false,
  },
  resolutions: ['1K', '2K', '4K'],
  // The picture that is edited is no image prompt.
  mostImagePrompts: 1,
  editsAlone: true,
})

/**
 * Models of hosted providers that change pictures and make none from words. Prices are the documented costs at 30
 * credits a dollar (documented-costs.ts); where a vendor bills by the size of the result, that of about ten megapixels.
 */
export const editModels: readonly Model[] = [
  entry({
    name: 'Flux Fill Pro',
    value: 'flux-fill-pro',
    provider: 'replicate',
    description: 'Fills a selection or a larger frame with what the words say, at Replicate.',
    apiModel: 'black-forest-labs/flux-fill-pro',
    seconds: 12,
    priceHundredths: 150,
    edits: fillingEdits,
  }),
  entry({
    name: 'Recraft Crisp Upscale',
    value: 'recraft-crisp-upscale',
    provider: 'replicate',
    description: 'Enlarges faithfully, with clean edges, at Replicate.',
    apiModel: 'recraft-ai/recraft-crisp-upscale',
    seconds: 20,
    priceHundredths: 18,
    edits: { upscale: { rank: 20 } },
  }),
  entry({
    name: 'Bria Remove Background',
    value: 'bria-remove-background',
    provider: 'replicate',
    description: 'Cuts the subject out with soft edges, at Replicate.',
    apiModel: 'bria/remove-background',
    seconds: 5,
    priceHundredths: 54,
    edits: { 'remove-background': { rank: 10 } },
  }),
  entry({
    name: 'Flux Fill Pro (AI Gateway)',
    value: 'gateway-flux-fill-pro',
    provider: 'gateway',
    description: 'Fills a selection or a larger frame with what the words say, through the AI Gateway.',
    apiModel: 'bfl/flux-pro-1.0-fill',
    seconds: 12,
    priceHundredths: 150,
    edits: fillingEdits,
  }),
  entry({
    name: 'Topaz Wonder 3.5',
    value: 'gateway-topaz-wonder',
    provider: 'gateway',
    description: 'Enlarges and cleans up a picture, through the AI Gateway.',
    apiModel: 'topaz/wonder-3.5',
    seconds: 45,
    priceHundredths: 240,
    edits: { upscale: { rank: 30 } },
  }),
  entry({
    name: 'Magnific Precision',
    value: 'runway-magnific-precision',
    provider: 'runway',
    description: 'Enlarges photos precisely, at Runway.',
    apiModel: 'magnific_precision_upscaler_v2',
    seconds: 60,
    priceHundredths: 750,
    edits: { upscale: { rank: 60 } },
  }),
  entry({
    name: 'Nano Banana 2.1 (Krea)',
    // Version 2 (gemini-3.1-flash-image) was shut down on 2026-10-29; the value stays that of stored images.
    value: 'krea-nano-banana-2',
    provider: 'krea',
    description: 'Changes a picture as the words say, at Krea.',
    apiModel: 'google/nano-banana-2.1',
    seconds: 25,
    priceHundredths: 240,
    edits: { ...instructionEdits, instruct: { rank: 45 }, restyle: { rank: 45 } },
  }),
  entry({
    name: 'Krea Enhance',
    value: 'krea-enhance',
    provider: 'krea',
    description: 'Enlarges a picture and paints new detail, at Krea.',
    apiModel: 'krea/enhance',
    seconds: 45,
    priceHundredths: 240,
    edits: { upscale: { rank: 50 } },
  }),
]
