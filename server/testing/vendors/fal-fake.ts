import { z } from 'zod'
import {
  type Asked,
  fakeKey,
  retryAfterSeconds,
  type Scene,
  startVendorFake,
  type VendorDesk,
  type VendorFake,
  vendorWords,
} from './vendor-fake.ts'
import { type VendorJob, vendorJobs } from './vendor-jobs.ts'

const dataUri = z.string().regex(/^data:image\/(png|jpeg|webp);base64,/)
const size = z.strictObject({ width: z.int().min(64).max(2_048), height: z.int().min(64).max(2_048) })

/** The inputs of the fake's models: a field beside them is an error, as fal's own validation says. */
const inputs: Readonly<Record<string, z.ZodObject>> = {
  'fal-ai/flux/dev': z.strictObject({
    prompt: z.string().min(1),
    image_size: size,
    num_images: z.literal(1),
    seed: z.int().nonnegative(),
    output_format: z.enum(['png', 'jpeg']),
    num_inference_steps: z.int().min(1).max(50).optional(),
    guidance_scale: z.number().min(1).max(20).optional(),
    negative_prompt: z.string().max(500).optional(),
    loras: z
      .array(z.strictObject({ path: z.string().min(1), scale: z.number().min(0).max(4) }))
      .max(3)
      .optional(),
  }),
  'fal-ai/bytedance/seedream/v5/edit': z.strictObject({
    prompt: z.string().min(1),
    image_urls: z.array(dataUri).min(1).max(10),
    aspect_ratio: z.enum(['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9']),
    resolution: z.enum(['1K', '2K']),
    seed: z.int().nonnegative(),
  }),
}

const ratioEnum = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9']

/** The OpenAPI documents of the models, as `expand=openapi-3.0` adds them to the list. */
const documents: Readonly<Record<string, object>> = {
  'fal-ai/flux/dev': {
    required: ['prompt'],
    properties: {
      prompt: { type: 'string' },
      image_size: { anyOf: [{ $ref: '#/components/schemas/ImageSize' }, { enum: ['square_hd', 'landscape_4_3'] }] },
      num_images: { type: 'integer', minimum: 1, maximum: 4 },
      seed: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      output_format: { type: 'string', enum: ['jpeg', 'png'] },
      num_inference_steps: { type: 'integer', minimum: 1, maximum: 50, default: 28 },
      guidance_scale: { type: 'number', minimum: 1, maximum: 20, default: 3.5 },
      negative_prompt: { type: 'string', maxLength: 500, default: '' },
      loras: { type: 'array', items: { $ref: '#/components/schemas/LoraWeight' }, maxItems: 3, default: [] },
    },
  },
  'fal-ai/bytedance/seedream/v5/edit': {
    required: ['prompt', 'image_urls'],
    properties: {
      prompt: { type: 'string' },
      image_urls: { type: 'array', maxItems: 10 },
      aspect_ratio: { type: 'string', enum: [...ratioEnum, 'auto'] },
      resolution: { type: 'string', enum: ['1K', '2K'] },
      seed: { type: 'integer' },
    },
  },
  'fal-ai/birefnet': { required: ['image_url'], properties: { image_url: { type: 'string' } } },
  'fal-ai/lora-trainer': {
    required: ['prompt', 'training_data_url'],
    properties: { prompt: { type: 'string' }, training_data_url: { type: 'string' } },
  },
}

const loraWeight = {
  required: ['path'],
  properties: {
    path: { type: 'string', description: 'URL or the path to the LoRA weights.' },
    scale: { type: 'number', minimum: 0, maximum: 4, default: 1 },
  },
}

const listed = (endpoint_id: string, display_name: string, category: string) => ({
  endpoint_id,
  metadata: { display_name, category, description: `${display_name} makes pictures.`, status: 'active', tags: [] },
  openapi: {
    openapi: '3.0.4',
    components: {
      schemas: {
        LoraWeight: loraWeight,
        ModelInput: documents[endpoint_id],
        ModelOutput: { properties: { images: {} } },
      },
    },
  },
})

/** Two pages of one category, one of the other. */
const pages: Readonly<Record<string, readonly (readonly object[])[]>> = {
  'text-to-image': [
    [listed('fal-ai/flux/dev', 'FLUX.1 [dev]', 'text-to-image')],
    [listed('fal-ai/lora-trainer', 'Trainer', 'text-to-image')],
  ],
  'image-to-image': [
    [
      listed('fal-ai/bytedance/seedream/v5/edit', 'Seedream 5 Edit', 'image-to-image'),
      listed('fal-ai/birefnet', 'BiRefNet', 'image-to-image'),
    ],
  ],
}
const prices = [
  { endpoint_id: 'fal-ai/flux/dev', unit_price: 0.025, unit: 'megapixels', currency: 'USD' },
  { endpoint_id: 'fal-ai/bytedance/seedream/v5/edit', unit_price: 0.04, unit: 'images', currency: 'USD' },
]

const failed = (status: number, detail: unknown, headers: Record<string, string> = {}) =>
  Response.json({ detail }, { status, headers })
const invalid = (type: string) => failed(422, [{ loc: ['body', 'prompt'], msg: vendorWords, type }])

const turnedAway: Partial<Record<Scene, () => Response>> = {
  'rate-limited': () => failed(429, vendorWords, { 'retry-after': String(retryAfterSeconds) }),
  'wrong-key': () => failed(401, `${vendorWords}: ${fakeKey}`),
  'no-credit': () => failed(403, `User is locked. Reason: Exhausted balance. ${vendorWords}`),
  overloaded: () => failed(503, vendorWords),
  'invalid-request': () => invalid('value_error'),
  'refuses-at-once': () => invalid('content_policy_violation'),
}

/** fal's queue and platform API on one origin, strict about inputs; its replies are those of @fal-ai/client. */
export async function startFalFake(): Promise<VendorFake> {
  let desk: VendorDesk | undefined
  const jobs = vendorJobs(() => desk as VendorDesk)

  const addresses = ({ id }: VendorJob, app: string) => {
    const base = `${desk?.url}/${app}/requests/${id}`
    return { request_id: id, response_url: base, status_url: `${base}/status`, cancel_url: `${base}/cancel` }
  }

  async function resultOf(job: VendorJob): Promise<Response> {
    switch (job.scene) {
      case 'refuses':
        return invalid('content_policy_violation')
      case 'fails':
        return failed(500, [{ loc: [], msg: vendorWords, type: 'internal_server_error' }])
      case 'refuses-the-picture': {
        const url = await jobs.pictureOf(job)
        return Response.json({ images: [{ url }], has_nsfw_concepts: [true], seed: job.seed })
      }
      case 'empty':
        return Response.json({ images: [], seed: job.seed })
      default: {
        const url = await jobs.pictureOf(job)
        const picture = { url, width: job.size.width, height: job.size.height, content_type: 'image/png' }
        return Response.json({ images: [picture], seed: job.seed, has_nsfw_concepts: [false], prompt: '' })
      }
    }
  }

  function create(asked: Asked, model: string, scene: Scene): Response {
    const away = turnedAway[scene]
    if (away) return away()
    const input = inputs[model]
    if (!input) return failed(404, 'Not found')
    const { data } = input.safeParse(asked.json())
    if (!data) return invalid('extra_forbidden')
    const [across = 1, down = 1] = String(data.aspect_ratio ?? '1:1')
      .split(':')
      .map(Number)
    const height = Math.round(Math.sqrt((1_048_576 * down) / across) / 16) * 16
    const frame = size.safeParse(data.image_size).data ?? {
      width: Math.round((height * across) / down / 16) * 16,
      height,
    }
    const job = jobs.create(scene, frame, Number(data.seed ?? 0))
    // Only owner and app stand in the addresses of a request.
    const app = model.split('/').slice(0, 2).join('/')
    return Response.json({ status: 'IN_QUEUE', queue_position: 0, ...addresses(job, app) })
  }

  function platform(path: string): Response | null {
    const url = new URL(path, desk?.url)
    if (url.pathname === '/v1/models/pricing') {
      const ids = url.searchParams.getAll('endpoint_id')
      if (ids.length === 0 || ids.length > 50) return failed(422, 'endpoint_id')
      return Response.json({
        prices: prices.filter(({ endpoint_id: id }) => ids.includes(id)),
        has_more: false,
        next_cursor: null,
      })
    }
    if (url.pathname !== '/v1/models') return null
    const list = pages[url.searchParams.get('category') ?? ''] ?? []
    const at = Number(url.searchParams.get('cursor') ?? 0)
    const hasMore = at + 1 < list.length
    return Response.json({ models: list[at] ?? [], has_more: hasMore, next_cursor: hasMore ? String(at + 1) : null })
  }

  async function answer(asked: Asked, atDesk: VendorDesk): Promise<Response> {
    desk = atDesk
    const { method, path } = asked
    if (asked.headers.get('authorization') !== `Key ${fakeKey}`) return failed(401, 'Unauthorized')
    if (path.startsWith('/v1/')) return turnedAway[atDesk.takeScene()]?.() ?? platform(path) ?? failed(404, 'Not found')
    if (method === 'POST') return create(asked, path.slice(1), atDesk.takeScene())
    const [, app = '', id = '', verb] = /^\/(.+)\/requests\/([\w-]+)(?:\/(status|cancel))?$/.exec(path) ?? []
    const job = verb === 'status' ? jobs.look(id) : jobs.find(id)
    if (!job) return failed(404, 'Request not found')
    if (method === 'PUT' && verb === 'cancel') {
      if (!jobs.isWorking(job)) return Response.json({ status: 'ALREADY_COMPLETED' }, { status: 400 })
      job.isCancelled = true
      return Response.json({ status: 'CANCELLATION_REQUESTED' }, { status: 202 })
    }
    if (verb !== 'status') return jobs.isWorking(job) ? failed(400, 'Request is still in progress') : resultOf(job)
    if (jobs.isWorking(job)) {
      const status = job.looks === 1 ? { status: 'IN_QUEUE', queue_position: 1 } : { status: 'IN_PROGRESS', logs: [] }
      return Response.json({ ...status, ...addresses(job, app) }, { status: 202 })
    }
    return Response.json({ status: 'COMPLETED', logs: [], metrics: { inference_time: 2.1 }, ...addresses(job, app) })
  }

  return startVendorFake({
    answer,
    isCreate: ({ method }) => method === 'POST',
    isCancel: ({ method, path }) => method === 'PUT' && path.endsWith('/cancel'),
  })
}

/** The pictures of a request. */
export function picturesOfFal(asked: Asked): Uint8Array[] {
  const { image_urls: list = [] } = asked.json() as { image_urls?: string[] }
  return list.map((uri) => Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'))
}
