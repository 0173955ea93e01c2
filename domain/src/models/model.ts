import type { Resolution } from './aspect-ratio.ts'

export const providerNames = [
  'sketch',
  'google',
  'openai',
  'krea',
  'replicate',
  'gateway',
  'runway',
  'ideogram',
  'openai-compatible',
  'comfyui',
  'automatic1111',
  'onnx',
] as const
export type ProviderName = (typeof providerNames)[number]

export type ModelCapabilities = {
  readonly supportsStyles: boolean
  readonly supportsImagePrompts: boolean
  readonly supportsCustomRatios: boolean
  readonly supportsEditing: boolean
  readonly supportsRaw: boolean
}

/** Made by a trained model, or computed by an algorithm without training data. */
export type SourceType = 'trainedAlgorithmicMedia' | 'algorithmicMedia'

/** One entry of the model picker. */
export type Model = {
  /** The display name, by which the specification selects a model. */
  readonly name: string
  readonly value: string
  readonly provider: ProviderName
  /** Whether it is part of Espalier: always available, without a key and without a network. */
  readonly isBuiltIn: boolean
  /** The digital source type that provenance records for its images, by IPTC's vocabulary. */
  readonly sourceType: SourceType
  readonly badge: string
  readonly description: string
  /** Seconds per picture; price in hundredths of a credit; pictures per call of the provider. */
  readonly stats: {
    readonly seconds: number
    readonly priceHundredths: number
    /** Where the provider charges by size: the prices that differ. */
    readonly pricesByResolution?: Readonly<Partial<Record<Resolution, number>>>
    readonly images: number
  }
  readonly features: readonly string[]
  readonly capabilities: ModelCapabilities
  /** The sizes that it generates itself; nothing is ever enlarged. */
  readonly resolutions: readonly Resolution[]
  /** How many reference pictures one request may carry. */
  readonly mostImagePrompts: number
  /** The provider's own id of the model. */
  readonly apiModel: string
  /** Why it is retired, as a sentence: its provider has removed it. */
  readonly retired?: string
}
