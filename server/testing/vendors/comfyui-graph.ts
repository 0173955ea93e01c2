import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

const link = z.tuple([z.string(), z.int().nonnegative()])
const side = z.int().min(16).max(16_384).multipleOf(8)

/** The nodes of stored graphs, with their inputs as ComfyUI's nodes.py declares them. */
const inputs = {
  CheckpointLoaderSimple: z.strictObject({
    ckpt_name: z.enum(['sdxl/base_1.0.safetensors', 'sd15/plain.safetensors', 'sdxl/inpainting_0.1.safetensors']),
  }),
  LoraLoader: z.strictObject({
    lora_name: z.enum(['ink.safetensors']),
    strength_model: z.number().min(-100).max(100),
    strength_clip: z.number().min(-100).max(100),
    model: link,
    clip: link,
  }),
  CLIPTextEncode: z.strictObject({ text: z.string(), clip: link }),
  EmptyLatentImage: z.strictObject({ width: side, height: side, batch_size: z.literal(1) }),
  LoadImage: z.strictObject({ image: z.string().min(1) }),
  LoadImageMask: z.strictObject({ image: z.string().min(1), channel: z.enum(['alpha', 'red', 'green', 'blue']) }),
  GrowMask: z.strictObject({ mask: link, expand: z.int(), tapered_corners: z.boolean() }),
  SetLatentNoiseMask: z.strictObject({ samples: link, mask: link }),
  InpaintModelConditioning: z.strictObject({
    positive: link,
    negative: link,
    vae: link,
    pixels: link,
    mask: link,
    noise_mask: z.boolean(),
  }),
  ImageCompositeMasked: z.strictObject({
    destination: link,
    source: link,
    x: z.int().nonnegative(),
    y: z.int().nonnegative(),
    resize_source: z.boolean(),
    mask: link,
  }),
  UpscaleModelLoader: z.strictObject({ model_name: z.literal('4x-UltraSharp.pth') }),
  ImageUpscaleWithModel: z.strictObject({ upscale_model: link, image: link }),
  VAEEncodeForInpaint: z.strictObject({ pixels: link, vae: link, mask: link, grow_mask_by: z.int().min(0).max(64) }),
  ImageScale: z.strictObject({
    image: link,
    upscale_method: z.enum(['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos']),
    // In steps of 1, unlike those of latents.
    width: z.int().min(0).max(16_384),
    height: z.int().min(0).max(16_384),
    crop: z.enum(['disabled', 'center']),
  }),
  VAEEncode: z.strictObject({ pixels: link, vae: link }),
  KSampler: z.strictObject({
    seed: z.int().nonnegative(),
    steps: z.int().min(1),
    cfg: z.number().nonnegative(),
    sampler_name: z.enum(['euler', 'dpmpp_2m']),
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
  CheckpointSave: z.strictObject({ model: link, clip: link, vae: link, filename_prefix: z.string() }),
  /** Of an extension. */
  FilmGrain: z.strictObject({ images: link, amount: z.number().min(0).max(1) }),
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

/** What GET /object_info/{class} says of some of them; of the others only that they are there. */
const described: Partial<Record<NodeClass, object>> = {
  CheckpointLoaderSimple: {
    ckpt_name: [['sdxl/base_1.0.safetensors', 'sd15/plain.safetensors'], { tooltip: 'The name' }],
  },
  CLIPTextEncode: { text: ['STRING', { multiline: true, dynamicPrompts: true }], clip: ['CLIP', {}] },
  LoadImage: { image: [['example.png'], { image_upload: true }] },
  LoadImageMask: { image: [['example.png'], { image_upload: true }], channel: [['alpha', 'red', 'green', 'blue']] },
  KSampler: {
    seed: ['INT', { default: 0, min: 0, max: 2 ** 53, control_after_generate: true }],
    steps: ['INT', { default: 20, min: 1, max: 10_000 }],
    cfg: ['FLOAT', { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
    // As newer nodes say it.
    sampler_name: ['COMBO', { options: ['euler', 'dpmpp_2m'] }],
    denoise: ['FLOAT', { default: 1, min: 0, max: 1, step: 0.01 }],
  },
}

/** Where a class is from; versions before August 2024 do not say so. */
const moduleOf = (name: NodeClass) => {
  if (name === 'LoadImageMask') return {}
  return { python_module: name === 'FilmGrain' ? 'custom_nodes.film-grain' : 'nodes' }
}

/** The answer of GET /object_info/{class}: empty for a class that it doesn't have. */
export const objectInfo = (name: string): object =>
  isKnown(name)
    ? {
        [name]: {
          input: { required: described[name] ?? {} },
          output: ['IMAGE'],
          name,
          ...moduleOf(name),
        },
      }
    : {}

/** The settings that a valid graph requests. */
export type ComfyOrder = {
  readonly clientId: string
  readonly size: PixelSize
  readonly seed: number
  /** The node that fails where the picture does. */
  readonly samplerId: string
  /** The uploads that it loads, those of masks too. */
  readonly images: readonly string[]
  /** The inputs of each node, by its class. */
  readonly nodes: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** What ComfyUI answers to a graph that it can't run, as execution.py writes it: the class, then the inputs of each node. */
export type GraphRefusal = {
  readonly error: {
    readonly type: string
    readonly message: string
    readonly details: string
    readonly extra_info: object
  }
  readonly node_errors: Readonly<Record<string, object>>
}

type Graph = z.infer<typeof bodySchema>['prompt']

function faultOf(graph: Graph): GraphRefusal | null {
  for (const [id, { class_type: name, _meta: meta }] of Object.entries(graph))
    if (!isKnown(name))
      return {
        error: {
          type: 'missing_node_type',
          message: `Node '${meta?.title ?? name}' not found. The custom node may not be installed.`,
          details: `Node ID '#${id}'`,
          extra_info: { node_id: id, class_type: name, node_title: meta?.title ?? name },
        },
        node_errors: {},
      }
  const wrong = Object.entries(graph).flatMap(([id, { class_type: name, inputs: given }]) => {
    const { error } = isKnown(name) ? inputs[name].safeParse(given) : { error: undefined }
    const unlinked = Object.values(given).some((value) => Array.isArray(value) && !(String(value[0]) in graph))
    const issues = error?.issues.map(({ path, message }) => ({
      type: 'value_not_in_list',
      message: 'Value not in list',
      details: `${path.join('.')}: ${JSON.stringify(given[String(path[0])])} (${message})`,
      extra_info: { input_name: String(path[0]) },
    }))
    const errors =
      issues ?? (unlinked ? [{ type: 'exception_during_validation', message: 'Bad linked input', details: '' }] : [])
    return errors.length === 0 ? [] : [[id, { errors, dependent_outputs: [], class_type: name }] as const]
  })
  if (wrong.length > 0)
    return {
      error: {
        type: 'prompt_outputs_failed_validation',
        message: 'Prompt outputs failed validation',
        details: '',
        extra_info: {},
      },
      node_errors: Object.fromEntries(wrong),
    }
  const hasOutput = Object.values(graph).some(({ class_type: name }) => /^(Save|Preview)Image$/.test(name))
  if (hasOutput) return null
  return {
    error: { type: 'prompt_no_outputs', message: 'Prompt has no outputs', details: '', extra_info: {} },
    node_errors: {},
  }
}

/** Parses a graph; what ComfyUI answers instead where it would not run it, null where it is no prompt at all. */
export function checkOrder(body: unknown): { readonly order: ComfyOrder } | { readonly refusal: GraphRefusal } | null {
  const { data } = bodySchema.safeParse(body)
  if (!data) return null
  const refusal = faultOf(data.prompt)
  if (refusal) return { refusal }
  const all = Object.values(data.prompt)
  const nodes = new Map(all.map((node) => [node.class_type, node.inputs]))
  const frame = nodes.get('ImageScale') ?? nodes.get('EmptyLatentImage') ?? { width: 512, height: 512 }
  const order = {
    clientId: data.client_id,
    size: { width: Number(frame.width), height: Number(frame.height) },
    seed: Number(nodes.get('KSampler')?.seed),
    samplerId: Object.entries(data.prompt).find(([, node]) => node.class_type === 'KSampler')?.[0] ?? '',
    images: all
      .filter(({ class_type: name }) => name === 'LoadImage' || name === 'LoadImageMask')
      .map(({ inputs: { image } }) => String(image)),
    nodes,
  }
  return { order }
}

/** Parses a graph; null where ComfyUI would not run it. */
export function readOrder(body: unknown): ComfyOrder | null {
  const checked = checkOrder(body)
  return checked && 'order' in checked ? checked.order : null
}
