import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

const link = z.tuple([z.string(), z.int().nonnegative()])
const side = z.int().min(16).max(16_384).multipleOf(8)

/** The nodes of stored graphs, with their inputs as ComfyUI's nodes.py declares them. */
const inputs = {
  CheckpointLoaderSimple: z.strictObject({ ckpt_name: z.literal('sdxl/base_1.0.safetensors') }),
  CLIPTextEncode: z.strictObject({ text: z.string(), clip: link }),
  EmptyLatentImage: z.strictObject({ width: side, height: side, batch_size: z.literal(1) }),
  LoadImage: z.strictObject({ image: z.string().min(1) }),
  ImageScale: z.strictObject({
    image: link,
    upscale_method: z.enum(['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos']),
    width: side,
    height: side,
    crop: z.enum(['disabled', 'center']),
  }),
  VAEEncode: z.strictObject({ pixels: link, vae: link }),
  KSampler: z.strictObject({
    seed: z.int().nonnegative(),
    steps: z.int().min(1),
    cfg: z.number().nonnegative(),
    sampler_name: z.literal('euler'),
    scheduler: z.literal('normal'),
    denoise: z.number().gt(0).lte(1),
    model: link,
    positive: link,
    negative: link,
    latent_image: link,
  }),
  VAEDecode: z.strictObject({ samples: link, vae: link }),
  PreviewImage: z.strictObject({ images: link }),
  SaveImage: z.strictObject({ images: link, filename_prefix: z.string() }),
} as const
type NodeClass = keyof typeof inputs

const isKnown = (name: string): name is NodeClass => Object.hasOwn(inputs, name)

/** The body of POST /prompt. */
const bodySchema = z.strictObject({
  client_id: z.string().min(1),
  extra_data: z.strictObject({ preview_method: z.enum(['auto', 'latent2rgb', 'taesd', 'none', 'default']) }),
  prompt: z.record(
    z.string(),
    z.strictObject({
      class_type: z.string(),
      inputs: z.record(z.string(), z.unknown()),
      _meta: z.strictObject({ title: z.string() }).optional(),
    }),
  ),
})

/** The settings that a valid graph requests. */
export type ComfyOrder = {
  readonly clientId: string
  readonly size: PixelSize
  readonly seed: number
  /** The uploads that it loads. */
  readonly images: readonly string[]
  /** The inputs of each node, by its class. */
  readonly nodes: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Parses a graph; null where ComfyUI would not run it. */
export function readOrder(body: unknown): ComfyOrder | null {
  const { data } = bodySchema.safeParse(body)
  if (!data) return null
  const all = Object.values(data.prompt)
  for (const node of all) {
    if (!isKnown(node.class_type) || !inputs[node.class_type].safeParse(node.inputs).success) return null
    const links = Object.values(node.inputs).filter((value) => Array.isArray(value))
    if (links.some(([target]) => !(target in data.prompt))) return null
  }
  const nodes = new Map(all.map((node) => [node.class_type, node.inputs]))
  const frame = nodes.get('ImageScale') ?? nodes.get('EmptyLatentImage') ?? {}
  return {
    clientId: data.client_id,
    size: { width: Number(frame.width), height: Number(frame.height) },
    seed: Number(nodes.get('KSampler')?.seed),
    images: [nodes.get('LoadImage')?.image].filter((name) => typeof name === 'string'),
    nodes,
  }
}
