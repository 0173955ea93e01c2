import type { PixelSize } from './aspect-ratio.ts'

/** Both sides are multiples of this. */
const grain = 16
/** The most pixels of the longer side. */
const longestSide = 3_840
/** 3840 x 2160: the most pixels of a picture. */
const maxPixels = 8_294_400
/** The fewest pixels of a picture: an edit of a smaller one is asked for at a larger size, and scaled back. */
const minPixels = 655_360

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/**
 * The size for a GPT image model: the requested one, or where it is too large or too small the nearest one of exactly its ratio. The
 * limits are those of OpenAI's image generation guide ('Size constraints'). @param wanted Pixels; both sides
 * multiples of 16.
 */
export function openAiSize({ width, height }: PixelSize): PixelSize {
  const step = { width: (width / divisor(width, height)) * grain, height: (height / divisor(width, height)) * grain }
  const least = Math.ceil(Math.sqrt(minPixels / (step.width * step.height)))
  const steps = Math.min(
    Math.max(Math.floor(width / step.width), least),
    Math.floor(longestSide / Math.max(step.width, step.height)),
    Math.floor(Math.sqrt(maxPixels / (step.width * step.height))),
  )
  return { width: step.width * steps, height: step.height * steps }
}
