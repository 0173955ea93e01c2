import type { ChoiceControl, ModelControls, NumberControl, TextControl } from './controls.ts'

// The inputs of hosted models beyond size and pictures, by their own names (replicate.com/{model}/api; docs.krea.ai, flux-1-dev;
// openai 7.55, ImageGenerateParams; developer.ideogram.ai/v2, generate and remix of ideogram-3). A usual value of null is the provider's own.

const steps = (field: string, most: number, usual: number | null): NumberControl => ({ least: 1, most, usual, field })
const guidance = (field: string, usual: number | null): NumberControl => ({ least: 0, most: 10, usual, field })
const negativePrompt: TextControl = { longest: 1_000, field: 'negative_prompt' }
const format = (...options: readonly string[]): ChoiceControl => ({ options, usual: 'png', field: 'output_format' })
const anyFormat = format('png', 'jpg', 'webp')

export const formatControls: ModelControls = { format: anyFormat }
export const pngOrJpgControls: ModelControls = { format: format('png', 'jpg') }
export const fluxKreaControls: ModelControls = {
  steps: steps('num_inference_steps', 50, 28),
  guidance: guidance('guidance', 3),
  format: anyFormat,
}
export const kontextControls: ModelControls = {
  steps: { ...steps('num_inference_steps', 50, null), least: 4 },
  guidance: guidance('guidance', 2.5),
  format: anyFormat,
}
export const flux2FlexControls: ModelControls = {
  steps: steps('steps', 50, 30),
  guidance: { ...guidance('guidance', 4.5), least: 1.5 },
  format: anyFormat,
}
export const qwenImageControls: ModelControls = {
  steps: steps('num_inference_steps', 50, null),
  guidance: guidance('guidance', null),
  negativePrompt,
  format: anyFormat,
}
export const kreaFluxControls: ModelControls = {
  steps: steps('steps', 100, 25),
  guidance: { ...guidance('guidance_scale', 3), most: 24 },
}
export const gptImageControls: ModelControls = { format: format('png', 'jpeg', 'webp') }
/** The prompt takes precedence over it, says Ideogram. Version 4 has no such field. */
export const ideogramControls: ModelControls = { negativePrompt }
/** JPEG has no transparency. */
export const transparentImageControls: ModelControls = { format: format('png', 'webp') }
