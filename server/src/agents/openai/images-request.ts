import { z } from 'zod'
import { plainString, text } from '#contract/text.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { nearestShape } from '#domain/models/aspect-ratio.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'

/**
 * The fields that programs send to `/v1/images/generations` as JSON, and to `/v1/images/edits` as fields of a form
 * (https://platform.openai.com/docs/api-reference/images). Fields that mean nothing here, such as `quality`, `style` or
 * `moderation`, are ignored: programs send them without being asked.
 */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((written) => written === 'true')])
const count = (most: number) => z.coerce.number().int().min(0).max(most)

export const pictureFormats = ['png', 'jpeg', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The longest prompt, in code points: that of every other call. */
const longestPrompt = 4_000

const fields = {
  prompt: text({ minimum: 1, maximum: longestPrompt }),
  model: plainString(200).nullish(),
  n: z.coerce
    .number()
    .int()
    .min(1)
    .max(imagesPerGeneration, `Must be at most ${imagesPerGeneration}. Each image is paid.`)
    .nullish(),
  size: z
    .string()
    .regex(/^(auto|\d{1,5}x\d{1,5})$/, 'Must be like 1024x1024, or auto.')
    .nullish(),
  response_format: z.enum(['b64_json', 'url']).nullish(),
  output_format: z.enum(pictureFormats).nullish(),
  output_compression: count(100).nullish(),
  stream: flag.nullish(),
  partial_images: count(3).nullish(),
}

/** The body of a request from words, and the fields of a form beside its pictures. */
export const imagesBody = z.object(fields)

/** A request for images, read. */
export type ImagesRequest = {
  readonly prompt: string
  /** Display name or value; null: the default model. */
  readonly model: string | null
  readonly count: number
  readonly settings: PictureSettings
  readonly answersWith: 'b64_json' | 'url'
  readonly format: PictureFormat
  /** 1 to 100, of JPEG and WebP. */
  readonly quality: number
  readonly stream: { readonly partialImages: number } | null
}

/** The nearest of our ratios and resolutions to a size in pixels. */
function shapeOf(size: string | null | undefined) {
  const [width = Number.NaN, height = Number.NaN] = (size ?? '').split('x').map(Number)
  return nearestShape(Number.isFinite(width * height) ? { width, height } : null)
}

export function readRequest(given: z.output<typeof imagesBody>): ImagesRequest {
  return {
    prompt: given.prompt,
    model: given.model ?? null,
    count: given.n ?? 1,
    settings: { ...shapeOf(given.size), rawMode: false },
    answersWith: given.response_format ?? 'b64_json',
    format: given.output_format ?? 'png',
    quality: Math.max(1, given.output_compression ?? 90),
    stream: given.stream ? { partialImages: given.partial_images ?? 0 } : null,
  }
}
