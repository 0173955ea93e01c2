import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { lightboxTexts } from './texts.ts'

/** '4:5 · 2K · 1638 × 2048', and 'Raw' where it was. */
export function settingsFact({ settings }: GenerationShape, { width, height }: ImageShape): string {
  const parts = [settings.aspectRatio, settings.resolution, `${width} × ${height}`]
  return [...parts, ...(settings.rawMode ? [lightboxTexts.raw] : [])].join(' · ')
}

/** An image's share of its generation's price. */
export function costFact({ price, images }: GenerationShape): string {
  if (price === 0) return lightboxTexts.free
  return lightboxTexts.credits((price / images.length / 100).toFixed(2))
}
