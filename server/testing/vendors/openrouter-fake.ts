import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { flatPicture } from './flat-picture.ts'
import {
  type Asked,
  fakeKey,
  never,
  retryAfterSeconds,
  type Scene,
  startVendorFake,
  vendorWords,
} from './vendor-fake.ts'

/** The models of the fake, in the form of OpenRouter's list (openrouter.ai/docs, 'Image Generation', November 2026). */
const models = [
  {
    id: 'black-forest-labs/flux.2-pro',
    name: 'Black Forest Labs: FLUX.2 Pro',
    description: 'A *frontier* model for [image generation](https://example.com). It edits as well.',
    created: 1_764_000_000,
    architecture: { input_modalities: ['text', 'image'], output_modalities: ['image'] },
    supported_parameters: {
      aspect_ratio: { type: 'enum', values: ['1:1', '16:9', '9:16', '3:2', '2:3', '4:3', '3:4', '21:9', 'auto'] },
      resolution: { type: 'enum', values: ['1K', '2K'] },
      seed: { type: 'boolean' },
      input_references: { type: 'range', min: 0, max: 8 },
      output_format: { type: 'enum', values: ['png', 'jpeg'] },
    },
    supports_streaming: false,
    endpoints: '/api/v1/images/models/black-forest-labs/flux.2-pro/endpoints',
  },
  {
    id: 'openai/gpt-image-2.6-flare',
    name: 'OpenAI: GPT Image 2.6 Flare',
    description: 'Fast.',
    created: 1_764_000_000,
    architecture: { input_modalities: ['text', 'image'], output_modalities: ['image'] },
    supported_parameters: {
      aspect_ratio: { type: 'enum', values: ['1:1', '3:2', '2:3', 'auto'] },
      quality: { type: 'enum', values: ['auto', 'low', 'medium', 'high'] },
      n: { type: 'range', min: 1, max: 10 },
      input_references: { type: 'range', min: 0, max: 16 },
    },
    supports_streaming: true,
    endpoints: '/api/v1/images/models/openai/gpt-image-2.6-flare/endpoints',
  },
  {
    id: 'recraft/recraft-v4-vector',
    name: 'Recraft: V4 Vector',
    description: 'SVG.',
    created: 1_764_000_000,
    architecture: { input_modalities: ['text'], output_modalities: ['image'] },
    supported_parameters: { output_format: { type: 'enum', values: ['svg'] } },
    supports_streaming: false,
    endpoints: '/api/v1/images/models/recraft/recraft-v4-vector/endpoints',
  },
] as const

const prices: Readonly<Record<string, readonly object[]>> = {
  'black-forest-labs/flux.2-pro': [
    { billable: 'output_image', unit: 'megapixel', cost_usd: 0.015 },
    { billable: 'input_image', unit: 'megapixel', cost_usd: 0.015 },
  ],
  'openai/gpt-image-2.6-flare': [{ billable: 'output_image', unit: 'token', cost_usd: 0.00003 }],
}

const reference = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string().regex(/^data:image\/(png|jpeg|webp);base64,/) }),
})

/** The body of POST /images: the fields of ImageGenerationRequest, and of those only what the model is listed to take. */
const bodySchema = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1),
  n: z.literal(1).optional(),
  aspect_ratio: z.string().optional(),
  resolution: z.string().optional(),
  seed: z.int().nonnegative().optional(),
  output_format: z.string().optional(),
  input_references: z.array(reference).min(1).optional(),
})
type Body = z.infer<typeof bodySchema>

const failure = (code: number, metadata: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message: vendorWords, metadata }, user_id: 'user_fake' }, { status: code, headers })

const failures: Partial<Record<Scene, () => Response>> = {
  refuses: () => failure(403, { reasons: ['sexual'], flagged_input: vendorWords, provider_name: 'a company' }),
  'refuses-400': () => failure(400, { raw: 'content_policy_violation', provider_name: 'a company' }),
  'refuses-inside': () =>
    Response.json({ created: 1_764_000_000, error: { code: 'moderation_blocked', message: vendorWords } }),
  'rate-limited': () => failure(429, {}, { 'retry-after': String(retryAfterSeconds) }),
  'wrong-key': () => failure(401),
  'no-credit': () => failure(402),
  overloaded: () => failure(503),
  'invalid-request': () => failure(400),
  fails: () => Response.json({ created: 1_764_000_000, error: { code: 'server_error', message: vendorWords } }),
  empty: () => Response.json({ created: 1_764_000_000, data: [] }),
}

/** What is wrong with a body, by the model's own list; null for nothing. */
function mistakeIn(body: Body): string | null {
  const model = models.find(({ id }) => id === body.model)
  if (!model) return 'There is no such model.'
  const takes = model.supported_parameters as Readonly<
    Record<string, { type: string; values?: readonly string[]; max?: number }>
  >
  for (const [name, value] of Object.entries(body)) {
    if (name === 'model' || name === 'prompt') continue
    const known = takes[name]
    if (!known) return `${name} is not supported.`
    if (known.values && !known.values.includes(String(value))) return `${name} can't be ${value}.`
    if (known.max !== undefined && Array.isArray(value) && value.length > known.max) return `${name} has too many.`
  }
  return null
}

/** The frame of a ratio: about a megapixel, or four at 2K. */
function frameOf({ aspect_ratio: ratio = '1:1', resolution }: Body): PixelSize {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const height = Math.sqrt(((resolution === '2K' ? 4 : 1) * 1_048_576 * down) / across)
  const inSteps = (side: number) => Math.round(side / 16) * 16
  return { width: inSteps((height * across) / down), height: inSteps(height) }
}

async function deliver(body: Body, scene: Scene): Promise<Response> {
  const whole = await flatPicture(frameOf(body))
  if (scene === 'delivers-slowly') await setTimeout(40)
  const bytes = scene === 'truncated' ? whole.subarray(0, whole.length >> 1) : whole
  return Response.json({
    created: 1_764_000_000,
    data: [{ b64_json: bytes.toString('base64'), media_type: 'image/png' }],
    usage: { prompt_tokens: 0, completion_tokens: 4_175, total_tokens: 4_175, cost: 0.03 },
  })
}

/** OpenRouter's image API, strict: a field that the model is not listed to take is 400. */
export const startOpenRouterFake = () =>
  startVendorFake({
    isCreate: ({ method, path }) => method === 'POST' && path === '/api/v1/images',
    async answer(asked, desk) {
      const { method, path } = asked
      const scene = desk.takeScene()
      if (asked.headers.get('authorization') !== `Bearer ${fakeKey}`) return failure(401)
      if (scene === 'silent') return never()
      const known = failures[scene]?.()
      if (known) return known
      if (method === 'GET' && path === '/api/v1/key')
        return Response.json({ data: { label: 'sk-or-v1-…', limit_remaining: 18.2, usage: 1.8 } })
      if (method === 'GET' && path === '/api/v1/images/models') return Response.json({ data: models })
      const id = /^\/api\/v1\/images\/models\/(.+)\/endpoints$/.exec(path)?.[1]
      if (method === 'GET' && id)
        return Response.json({
          id,
          endpoints: [
            {
              provider_name: 'A company',
              provider_slug: 'a-company',
              provider_tag: null,
              supported_parameters: {},
              allowed_passthrough_parameters: [],
              supports_streaming: false,
              pricing: prices[id] ?? [],
            },
          ],
        })
      if (method !== 'POST' || path !== '/api/v1/images') return failure(404)
      const { data } = bodySchema.safeParse(asked.json())
      if (!data || mistakeIn(data) !== null) return failure(400, { mistake: data && mistakeIn(data) })
      return deliver(data, scene)
    },
  })

/** The pictures of a request. */
export const picturesOfOpenRouter = (asked: Asked): Uint8Array[] =>
  (bodySchema.parse(asked.json()).input_references ?? []).map(({ image_url: { url } }) =>
    Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'),
  )
