import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

// The bodies as docs.krea.ai/api-reference has them; Krea returns 422 for every other key.

const picture = z.string().regex(/^data:image\/(png|jpeg|webp);base64,/)
const weighted = z.strictObject({ url: picture, strength: z.number().min(-2).max(2) })
const side = z.number().min(512).max(2_368)

const krea2 = z.strictObject({
  prompt: z.string().min(1),
  aspect_ratio: z.enum(['1:1', '4:3', '3:2', '16:9', '2.35:1', '4:5', '2:3', '9:16']),
  resolution: z.literal('1K'),
  seed: z.number().nullish(),
  creativity: z.enum(['raw', 'low', 'medium', 'high']).optional(),
  image_url: picture.nullish(),
  strength: z.number().optional(),
  image_style_references: z.array(weighted).max(10).optional(),
})

const flux = z.strictObject({
  steps: z.int().min(1).max(100).optional(),
  guidance_scale: z.number().min(0).optional(),
  prompt: z.string().min(1).max(1_800),
  width: side,
  height: side,
  seed: z.number().optional(),
  image_url: picture.nullish(),
  strength: z.number().optional(),
  style_images: z.array(weighted).optional(),
  image_style_references: z.array(weighted).optional(),
})

const zImage = z.strictObject({
  prompt: z.string().min(1),
  aspect_ratio: z.enum(['1:1', '4:3', '2:3', '16:9', '9:16']),
  resolution: z.literal('1K'),
  seed: z.number().optional(),
  image_url: picture.nullish(),
  denoising_strength: z.number().min(0).max(1).optional(),
  style_images: z.array(weighted).max(1).optional(),
})

/** The address of a file that was stored there. */
const asset = z
  .string()
  .regex(/^http:\/\/127\.0\.0\.1:\d+\/assets\//)
  .max(1_024)

const nanoBanana2 = z.strictObject({
  prompt: z.string().min(1),
  image_urls: z.array(asset).min(1),
  aspect_ratio: z.string().optional(),
  resolution: z.enum(['1K', '2K', '4K']),
})

const enhance = z.strictObject({
  image_url: asset,
  prompt: z.string().optional(),
  image_scaling_factor: z.number().min(1).max(32),
  ai_strength: z.number().min(0.1).max(1),
  resemblance_strength: z.number().min(0).max(2.5),
  seed: z.int().optional(),
})

const schemas: Readonly<Record<string, z.ZodType>> = {
  'krea/krea-2/large': krea2,
  'krea/krea-2/medium-turbo': krea2,
  'bfl/flux-1-dev': flux,
  'z-image/z-image': zImage,
  'google/nano-banana-2': nanoBanana2,
  'krea/enhance': enhance,
}

type ReadBody = {
  readonly size: PixelSize
  readonly seed: number
  readonly pictures: readonly string[]
  /** By how much a picture is enlarged; 1: not at all. */
  readonly factor: number
}

/** Parses a request for a picture: its settings and pictures, or its error. */
export function readKreaBody(model: string, body: unknown): ReadBody | { readonly mistake: string } {
  const schema = schemas[model]
  if (!schema) return { mistake: `There is no model ${model}.` }
  const parsed = schema.safeParse(body)
  if (!parsed.success) return { mistake: parsed.error.message }
  const said = parsed.data as Record<string, unknown> & {
    style_images?: { url: string }[]
    image_style_references?: { url: string }[]
  }
  const others = [...(said.style_images ?? []), ...(said.image_style_references ?? [])].map(({ url }) => url)
  const size =
    typeof said.width === 'number' && typeof said.height === 'number'
      ? { width: said.width, height: said.height }
      : sizeOfRatio(String(said.aspect_ratio))
  return {
    size,
    seed: Number(said.seed ?? 0),
    factor: typeof said.image_scaling_factor === 'number' ? said.image_scaling_factor : 1,
    pictures: Array.isArray(said.image_urls)
      ? said.image_urls.map(String)
      : typeof said.image_url === 'string'
        ? [said.image_url, ...others]
        : others,
  }
}

/** About a megapixel in a ratio, in steps of 8. */
function sizeOfRatio(ratio: string): PixelSize {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const height = Math.sqrt((1_048_576 * down) / across)
  const inSteps = (pixels: number) => Math.round(pixels / 8) * 8
  return { width: inSteps((height * across) / down), height: inSteps(height) }
}
