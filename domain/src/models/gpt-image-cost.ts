import { aspectRatios, type PixelSize, pixelSize, type Resolution } from './aspect-ratio.ts'
import { openAiSize } from './gpt-image-size.ts'

/** The qualities of GPT Image 2.6 that the catalogue asks for. */
export const gptImageQualities = ['low', 'medium', 'high', 'xhigh', 'max'] as const
export type GptImageQuality = (typeof gptImageQualities)[number]

/**
 * Steps of the longer side by quality: GPT Image 2.5 (community.openai.com/t/1382699, and its tokens of 1024 × 1024: 196, 439, 1,756,
 * 3,122, 7,024). OpenAI's own pages name the price of a token alone.
 */
const stepsOf: Readonly<Record<GptImageQuality, number>> = { low: 16, medium: 24, high: 48, xhigh: 64, max: 96 }

/** Tokens of GPT Image 2.6 for one of 2.5, by third parties: 3 to 4 at low and medium quality, 1 above (docs.laozhang.ai, 2026-11). */
const factorsOf26 = (quality: GptImageQuality) =>
  quality === 'low' || quality === 'medium' ? { min: 3, max: 4 } : { min: 1, max: 1 }

/** US dollars of a token that is made, and of a token of words (developers.openai.com, models: $30 and $5 for a million). */
const usdPerToken = { made: 30 / 1e6, words: 5 / 1e6 }
/** Output tokens of a preview (OpenAI's image generation guide, 'Partial images cost'). */
const tokensPerPreview = 100
/** A prompt of 4,000 characters. */
const tokensOfPrompt = 1_000

/** The tokens that GPT Image 2.5 makes for a picture: steps × steps of the shorter side × (2,000,000 + pixels) / 4,000,000. */
export function gptImageTokens(quality: GptImageQuality, { width, height }: PixelSize): number {
  const steps = stepsOf[quality]
  const shorter = Math.round((steps * Math.min(width, height)) / Math.max(width, height))
  return Math.ceil((steps * shorter * (2_000_000 + width * height)) / 4_000_000)
}

/**
 * The cost of a picture by GPT Image 2.6 in US dollars, with its words and previews and without pictures that are sent, in the dearest
 * ratio of a resolution: a price does not depend on the ratio. @returns Both ends of what is published.
 */
export function gptImageCost(
  { quality, previews }: { readonly quality: GptImageQuality; readonly previews: number },
  resolution: Resolution,
): { readonly minUsd: number; readonly usd: number } {
  const sizes = aspectRatios.map((ratio) => openAiSize(pixelSize(ratio, resolution)))
  const tokens = Math.max(...sizes.map((size) => gptImageTokens(quality, size)))
  const costOf = (factor: number) =>
    (tokens * factor + previews * tokensPerPreview) * usdPerToken.made + tokensOfPrompt * usdPerToken.words
  const { min, max } = factorsOf26(quality)
  return { minUsd: costOf(min), usd: costOf(max) }
}
