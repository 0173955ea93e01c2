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

/** A seed in groups of three digits, which can be read out. */
export const seedFact = (seed: number) => String(seed).replace(/\B(?=(\d{3})+$)/g, ' ')

/** '21 Nov 2026, 10:24' in the person's own time. */
export const madeFact = (createdAt: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(createdAt))
