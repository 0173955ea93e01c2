import type { GenerationShape } from '#contract/generation.ts'
import { formatDate } from '#domain/format.ts'
import { boardTexts } from './texts.ts'

/** What stands beside a single picture: its pixels, and the day it came; null where there is none, or more than one. */
export function singleFacts({ images, createdAt }: Pick<GenerationShape, 'images' | 'createdAt'>) {
  const [image, ...others] = images
  if (image?.status !== 'completed' || others.length > 0) return null
  return { pixels: boardTexts.pixels(image.width, image.height), day: formatDate(createdAt) }
}
