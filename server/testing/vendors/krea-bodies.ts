import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

// The bodies by Krea's OpenAPI text of 2026-10-09 (api.krea.ai/openapi.json): it allows no other properties, and no address of more
// than 1,024 characters.

const address = z.url({ protocol: /^https?$/ }).max(1_024)
const weighted = (min: number, max: number) =>
  z.strictObject({ url: address, strength: z.number().min(min).max(max).optional() })
/** A style trained at Krea. */
const style = z.strictObject({ id: z.string(), strength: z.number().min(-2).max(2) })
const styleImage = weighted(-2, 2).required({ strength: true })
const side = z.number().min(512).max(2_368)
const percent = z.int().min(-100).max(100)

const krea2 = z.strictObject({
  prompt: z.string(),
  aspect_ratio: z.enum(['1:1', '4:3', '3:2', '16:9', '2.35:1', '4:5', '3:4', '2:3', '9:16']),
  resolution: z.literal('1K'),
  seed: z.number().nullish(),
  creativity: z.enum(['raw', 'low', 'medium', 'high']).optional(),
  intensity: percent.optional(),
  complexity: percent.optional(),
  movement: percent.optional(),
  styles: z.array(style).optional(),
  image_url: address.nullish(),
  strength: z.number().min(0).max(1).optional(),
  image_style_references: z.array(weighted(0, 1)).max(10).optional(),
})

const flux = z.strictObject({
  steps: z.int().min(1).max(100).optional(),
  guidance_scale: z.number().min(0).max(24).optional(),
  prompt: z.string().max(1_800),
  width: side.optional(),
  height: side.optional(),
  seed: z.number().optional(),
  image_url: address.nullish(),
  strength: z.number().min(0).max(1).optional(),
  styles: z.array(style).optional(),
  style_images: z.array(styleImage).optional(),
  image_style_references: z.array(styleImage).optional(),
})

const zImage = z.strictObject({
  prompt: z.string().min(1),
  aspect_ratio: z.enum(['1:1', '4:3', '2:3', '16:9', '9:16']),
  resolution: z.literal('1K'),
  seed: z.number().optional(),
  image_url: address.nullish(),
  denoising_strength: z.number().min(0).max(1).optional(),
  styles: z.array(style).optional(),
  style_images: z.array(styleImage).max(1).optional(),
  skip_prompt_expansion: z.boolean().optional(),
})

const nanoBanana21 = z.strictObject({
  prompt: z.string().min(3),
  image_urls: z.array(address).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  aspect_ratio: z
    .enum(['4:1', '21:9', '1:1', '4:3', '3:2', '2:3', '5:4', '4:5', '3:4', '16:9', '9:16', '1:4', '1:8'])
    .optional(),
  resolution: z.enum(['1K', '2K', '4K']).optional(),
  thinking_level: z.enum(['minimal', 'medium', 'high']).optional(),
})

const enhance = z.strictObject({
  image_url: address,
  prompt: z.string().optional(),
  image_scaling_factor: z.number().min(1).max(32),
  ai_strength: z.number().min(0.1).max(1),
  resemblance_strength: z.number().min(0).max(2.5),
  seed: z.int().optional(),
})

const schemas: Readonly<Record<string, z.ZodType>> = {
  'krea/krea-2/large': krea2,
  'krea/krea-2/medium': krea2,
  'krea/krea-2/medium-turbo': krea2,
  'bfl/flux-1-dev': flux,
  'z-image/z-image': zImage,
  'google/nano-banana-2.1': nanoBanana21,
  'krea/enhance': enhance,
}

export const isKreaModel = (model: string): boolean => model in schemas

type ReadBody = {
  /** Null: that of the picture, or another that the call does not name. */
  readonly size: PixelSize | null
  readonly seed: number
  /** The addresses of its pictures; of a picture that is painted over first. */
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
      : typeof said.aspect_ratio === 'string'
        ? sizeOfRatio(said.aspect_ratio)
        : null
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
