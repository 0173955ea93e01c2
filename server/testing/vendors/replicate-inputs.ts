import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

// The input schemas of the models at replicate.com/{model}/api; every other field is an error.

/** A small picture as a data URI, or the address of an uploaded file. */
const picture = z.union([
  z
    .string()
    .regex(/^data:image\/(png|jpeg|webp|gif);base64,/)
    .max(360_000),
  z.string().regex(/^http:\/\/127\.0\.0\.1:\d+\/v1\/files\/[\w-]+$/),
])
const prompt = z.string().min(1)
const seed = z.int().min(0).max(4_294_967_295)
const kontextRatio = z.enum([
  'match_input_image',
  '1:1',
  '16:9',
  '21:9',
  '3:2',
  '2:3',
  '4:5',
  '5:4',
  '3:4',
  '4:3',
  '9:16',
  '9:21',
])
const fluxRatio = z.enum(['1:1', '16:9', '21:9', '3:2', '2:3', '4:5', '5:4', '3:4', '4:3', '9:16', '9:21'])
const format = z.enum(['png', 'jpg', 'webp'])
/** Of models that let people choose them; each is optional. */
const stepsAndGuidance = {
  num_inference_steps: z.int().min(1).max(50).optional(),
  guidance: z.number().min(0).max(10).optional(),
}
const by32 = z.int().min(256).max(1_440).multipleOf(32)
const seedreamSide = z.int().min(1_024).max(4_096)

const flux2Side = z.int().min(256).max(2_048).multipleOf(32)
const flux2 = {
  prompt,
  aspect_ratio: z.literal('custom'),
  width: flux2Side,
  height: flux2Side,
  seed,
  output_format: format,
}

const schemas = {
  'black-forest-labs/flux-2-pro': z.strictObject({ ...flux2, input_images: z.array(picture).min(1).max(8).optional() }),
  'black-forest-labs/flux-2-flex': z.strictObject({
    ...flux2,
    input_images: z.array(picture).min(1).max(10).optional(),
    prompt_upsampling: z.boolean(),
    steps: z.int().min(1).max(50),
    guidance: z.number().min(1.5).max(10),
  }),
  'qwen/qwen-image': z.strictObject({
    prompt,
    ...stepsAndGuidance,
    negative_prompt: z.string().optional(),
    aspect_ratio: z.enum(['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3']),
    image_size: z.enum(['optimize_for_quality', 'optimize_for_speed']),
    enhance_prompt: z.boolean(),
    image: picture.optional(),
    strength: z.number().min(0).max(1).optional(),
    seed,
    output_format: format,
  }),
  'qwen/qwen-image-edit-plus': z.strictObject({
    prompt,
    aspect_ratio: z.enum(['match_input_image', '1:1', '16:9', '9:16', '4:3', '3:4']),
    image: z.array(picture).min(1).max(3),
    seed,
    output_format: format,
  }),
  'black-forest-labs/flux-krea-dev': z.strictObject({
    prompt,
    ...stepsAndGuidance,
    aspect_ratio: fluxRatio,
    image: picture.optional(),
    prompt_strength: z.number().min(0).max(1).optional(),
    num_outputs: z.literal(1),
    seed,
    megapixels: z.enum(['1', '0.25']),
    output_format: format,
  }),
  'black-forest-labs/flux-kontext-dev': z.strictObject({
    prompt,
    ...stepsAndGuidance,
    aspect_ratio: kontextRatio,
    input_image: picture,
    seed,
    output_format: format,
  }),
  'black-forest-labs/flux-kontext-pro': z.strictObject({
    prompt,
    aspect_ratio: kontextRatio,
    input_image: picture.optional(),
    prompt_upsampling: z.boolean(),
    seed,
    output_format: z.enum(['png', 'jpg']),
  }),
  'black-forest-labs/flux-1.1-pro': z.strictObject({
    prompt,
    aspect_ratio: z.literal('custom'),
    width: by32,
    height: by32,
    image_prompt: picture.optional(),
    prompt_upsampling: z.boolean(),
    seed,
    output_format: format,
  }),
  'black-forest-labs/flux-1.1-pro-ultra': z.strictObject({
    prompt,
    aspect_ratio: fluxRatio,
    image_prompt: picture.optional(),
    image_prompt_strength: z.number().min(0).max(1).optional(),
    raw: z.boolean(),
    seed,
    output_format: z.enum(['png', 'jpg']),
  }),
  'black-forest-labs/flux-fill-pro': z.strictObject({
    prompt,
    image: picture,
    mask: picture.optional(),
    outpaint: z.enum(['None', 'Zoom out 1.5x', 'Zoom out 2x', 'Make square']).optional(),
    steps: z.int().min(1).max(50).optional(),
    guidance: z.number().min(2).max(5).optional(),
    seed,
    output_format: z.enum(['png', 'jpg']),
  }),
  'recraft-ai/recraft-crisp-upscale': z.strictObject({ image: picture }),
  'bria/remove-background': z.strictObject({ image: picture, preserve_alpha: z.boolean().optional() }),
  'bytedance/seedream-4': z.strictObject({
    prompt,
    size: z.literal('custom'),
    width: seedreamSide,
    height: seedreamSide,
    image_input: z.array(picture).min(1).max(10).optional(),
    sequential_image_generation: z.enum(['disabled', 'auto']),
    max_images: z.int().min(1).max(15),
    enhance_prompt: z.boolean(),
  }),
}

type ReadInput = {
  readonly size: PixelSize
  readonly seed: number
  /** The addresses of the pictures of an input, and of its mask. */
  readonly pictures: readonly string[]
  readonly mask: string | null
}

/** Parses the input of a model: its settings and pictures, or its error. */
export function readReplicateInput(model: string, input: unknown): ReadInput | { readonly mistake: string } {
  const schema = (schemas as Record<string, z.ZodType>)[model]
  if (!schema) return { mistake: `There is no model ${model}.` }
  const parsed = schema.safeParse(input)
  if (!parsed.success) return { mistake: parsed.error.message }
  const said = parsed.data as Record<string, unknown>
  const pictures = [said.image, said.input_image, said.image_prompt, said.image_input, said.input_images]
    .flat()
    .filter(isText)
  const size =
    typeof said.width === 'number' && typeof said.height === 'number'
      ? { width: said.width, height: said.height }
      : sizeOfRatio(String(said.aspect_ratio), model.endsWith('ultra') ? 4 : 1)
  return { size, seed: Number(said.seed ?? 0), pictures, mask: isText(said.mask) ? said.mask : null }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** About this many megapixels in a ratio, in steps of 16, as the Flux models deliver. */
function sizeOfRatio(ratio: string, megapixels: number): PixelSize {
  // 'match_input_image' needs the picture, whose size the fake does not read.
  const [across = 1, down = 1] = (ratio === 'match_input_image' ? '3:2' : ratio).split(':').map(Number)
  const height = Math.sqrt((megapixels * 1_048_576 * down) / across)
  const inSteps = (pixels: number) => Math.round(pixels / 16) * 16
  return { width: inSteps((height * across) / down), height: inSteps(height) }
}
