import type { PixelSize } from '#domain/models/aspect-ratio.ts'

/** Both sides are multiples of this. */
const grain = 16
/** The most pixels of the longer side. */
const longestSide = 3_840
/** 3840 x 2160: the most pixels of a picture. */
const mostPixels = 8_294_400

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/**
 * The size for a GPT image model: the requested one, or where it is too large the largest one of exactly its ratio. The limits
 * are those of the `size` parameter in OpenAI's API reference (openai 7.55, images/generations). @param wanted Pixels; both sides
 * multiples of 16.
 */
export function openAiSize({ width, height }: PixelSize): PixelSize {
  const step = { width: (width / divisor(width, height)) * grain, height: (height / divisor(width, height)) * grain }
  const steps = Math.min(
    Math.floor(width / step.width),
    Math.floor(longestSide / Math.max(step.width, step.height)),
    Math.floor(Math.sqrt(mostPixels / (step.width * step.height))),
  )
  return { width: step.width * steps, height: step.height * steps }
}
