import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { flatPicture } from './flat-picture.ts'
import { paintedEdit, readMask } from './painted-edit.ts'
import {
  type Asked,
  fakeKey,
  never,
  retryAfterSeconds,
  type Scene,
  startVendorFake,
  vendorWords,
} from './vendor-fake.ts'

/** The sizes of Recraft V4.1 in Recraft's own list, and in the gateway's: a test chooses which applies. */
export const recraftSizes = {
  ofRecraft:
    '1024x1024 1536x768 768x1536 1280x832 832x1280 1216x896 896x1216 1152x896 896x1152 832x1344 1280x896 896x1280 1344x768 768x1344',
  ofTheGateway:
    '1024x1024 1365x1024 1024x1365 1536x1024 1024x1536 1820x1024 1024x1820 1024x2048 2048x1024 1434x1024 1024x1434 1024x1280 1280x1024 1024x1707 1707x1024',
} as const

/** The ratios of Recraft V4, which takes no size (vercel.com/ai-gateway/models/recraft-v4). */
const ratiosOfRecraft4 = ['1:1', '16:9', '4:3', '9:16', '3:4']

/** The sizes of Recraft V4.1 Pro (recraft.ai, API reference, appendix: 'Recraft V4 Pro'). */
const sizesOfRecraftPro =
  '2048x2048 3072x1536 1536x3072 2560x1664 1664x2560 2432x1792 1792x2432 2304x1792 1792x2304 1664x2688 2560x1792 1792x2560 2688x1536 1536x2688'

/** The ratios of FLUX 3 Image (docs.comfy.org, bfl/flux-3-image). */
const ratiosOfFlux3 = '21:9 2:1 16:9 3:2 7:5 4:3 5:4 1:1 4:5 3:4 5:7 2:3 9:16 1:2 9:21'.split(' ')

type Known = {
  readonly files: number
  readonly seed: 'read' | 'unknown'
  readonly edits?: 'fills' | 'enlarges'
  /** Absent: it takes a size. */
  readonly ratios?: readonly string[]
  /** The sizes of its own list, where that is known alone. */
  readonly sizes?: string
  /** It names its resolution among the options of its maker (vercel.com/changelog, FLUX 3 Image). */
  readonly options?: 'resolution'
}

/** Number of pictures each model takes, whether its vendor reads a seed, and what it does that only edits. */
const models: Readonly<Record<string, Known>> = {
  'recraft/recraft-v4.1': { files: 1, seed: 'unknown' },
  'recraft/recraft-v4': { files: 1, seed: 'unknown', ratios: ratiosOfRecraft4 },
  'recraft/recraft-v4.1-flash': { files: 0, seed: 'unknown' },
  'recraft/recraft-v4.1-pro': { files: 0, seed: 'unknown', sizes: sizesOfRecraftPro },
  'bfl/flux-3-image': { files: 0, seed: 'read', ratios: ratiosOfFlux3, options: 'resolution' },
  'prodia/flux-fast-schnell': { files: 0, seed: 'read' },
  'bytedance/seedream-4.5': { files: 10, seed: 'unknown' },
  'bytedance/seedream-5.0-pro': { files: 10, seed: 'unknown' },
  'bytedance/seedream-5.0-lite': { files: 14, seed: 'unknown' },
  'bfl/flux-pro-1.0-fill': { files: 1, seed: 'read', edits: 'fills' },
  'topaz/wonder-3.5': { files: 1, seed: 'unknown', edits: 'enlarges' },
}

/** The pixels of a picture by Seedream, from and to (BytePlus ModelArk, image generation). */
const seedreamPixels: Readonly<Record<string, readonly [number, number]>> = {
  'bytedance/seedream-4.5': [3_686_400, 16_777_216],
  'bytedance/seedream-5.0-pro': [921_600, 4_194_304],
  'bytedance/seedream-5.0-lite': [3_686_400, 16_777_216],
}

function isFrameOf(id: string, { size, aspectRatio }: Body, recraft: string): boolean {
  const ratios = models[id]?.ratios
  if (ratios) return size === undefined && ratios.includes(aspectRatio ?? '')
  if (size === undefined || aspectRatio !== undefined) return false
  if (id.startsWith('recraft/')) return (models[id]?.sizes ?? recraft).split(' ').includes(size)
  const limits = seedreamPixels[id]
  const { width, height } = pixelsOf(size)
  return limits === undefined || (width * height >= limits[0] && width * height <= limits[1])
}

const file = z.strictObject({
  type: z.literal('file'),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  data: z.base64(),
})

/** The body of an image call (protocol 0.0.1, image model specification 4). */
const bodySchema = z.strictObject({
  // What enlarges takes no words.
  prompt: z.string().min(1).optional(),
  n: z.literal(1),
  size: z.stringFormat('size', /^\d+x\d+$/).optional(),
  aspectRatio: z.stringFormat('ratio', /^\d+:\d+$/).optional(),
  seed: z.int().nonnegative().optional(),
  files: z.array(file).min(1).max(14).optional(),
  mask: file.optional(),
  providerOptions: z.strictObject({
    blackForestLabs: z.strictObject({ resolution: z.enum(['768sq', '1k', '1.5k', '2k', '4k']) }).optional(),
  }),
})
type Body = z.infer<typeof bodySchema>

/** The reply as the SDK's schema reads it (@ai-sdk/gateway 4.0.146, gateway-image-model.ts). */
type Reply = {
  images: string[]
  isRetryable?: boolean
  warnings?: { type: 'unsupported'; feature: string; details?: string }[]
  providerMetadata?: Record<string, { images?: unknown[]; [key: string]: unknown }>
  usage?: { inputTokens?: number | null; outputTokens?: number | null; totalTokens?: number | null }
}

const succeeded = (reply: Reply) => Response.json(reply)
const failure = (status: number, type: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: vendorWords, type }, generationId: 'gen_failed' }, { status, headers })

const answers: Partial<Record<Scene, () => Response>> = {
  refuses: () => succeeded({ images: [], isRetryable: false }),
  empty: () => succeeded({ images: [] }),
  fails: () => failure(424, 'failed_dependency'),
  'rate-limited': () => failure(429, 'rate_limit_exceeded', { 'retry-after': String(retryAfterSeconds) }),
  'wrong-key': () => failure(401, 'authentication_error'),
  'no-credit': () => failure(402, 'insufficient_funds'),
  overloaded: () => failure(503, 'internal_server_error'),
  'invalid-request': () => failure(400, 'invalid_request_error'),
}

function pixelsOf(size: string): PixelSize {
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

/** About a megapixel in a ratio. */
function frameOf(ratio: string): PixelSize {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const height = Math.sqrt((1_048_576 * down) / across)
  return { width: Math.round((height * across) / down), height: Math.round(height) }
}

/** What a model made: one that only edits of its picture, as Black Forest Labs reads the mask; the others a flat picture. */
async function madeBy({ edits }: Known, { size, aspectRatio, files, mask }: Body): Promise<Buffer> {
  const frame = size === undefined ? frameOf(aspectRatio ?? '1:1') : pixelsOf(size)
  const picture = Buffer.from(files?.[0]?.data ?? '', 'base64')
  if (edits === 'fills')
    return paintedEdit(picture, mask ? await readMask(Buffer.from(mask.data, 'base64'), 'white') : null)
  if (edits === 'enlarges')
    return sharp(picture)
      .resize({ ...frame, fit: 'fill' })
      .png()
      .toBuffer()
  return flatPicture(frame)
}

async function deliver(model: Known, body: Body, scene: Scene): Promise<Response> {
  const whole = await madeBy(model, body)
  if (scene === 'delivers-slowly') await setTimeout(40)
  const bytes = scene === 'truncated' ? whole.subarray(0, whole.length >> 1) : whole
  return succeeded({
    images: [bytes.toString('base64')],
    providerMetadata: { gateway: { cost: '0.035', generationId: 'gen_fake', routing: {} } },
  })
}

/**
 * Vercel's AI Gateway, its image models; anything its protocol does not allow is 400.
 * @param sizes Those that Recraft V4.1 accepts; default: those of the gateway's own page.
 */
export const startGatewayFake = (sizes: string = recraftSizes.ofTheGateway) =>
  startVendorFake({
    isCreate: ({ path }) => path === '/v4/ai/image-model',
    async answer(asked, desk) {
      const scene = desk.takeScene()
      if (asked.headers.get('authorization') !== `Bearer ${fakeKey}`) return failure(401, 'authentication_error')
      if (scene === 'silent') return never()
      const known = answers[scene]?.()
      if (known) return known
      if (asked.method === 'GET' && asked.path === '/v1/credits')
        return Response.json({ balance: '12.30', total_used: '1.20' })
      const id = asked.headers.get('ai-model-id') ?? ''
      const model = models[id]
      if (asked.method !== 'POST' || !model) return failure(404, 'model_not_found')
      const { data } = bodySchema.safeParse(asked.json())
      const isSpoken =
        asked.headers.get('ai-image-model-specification-version') === '4' &&
        asked.headers.get('ai-gateway-protocol-version') === '0.0.1'
      if (!data || !isSpoken) return failure(400, 'invalid_request_error')
      if ((data.files?.length ?? 0) > model.files || (model.seed === 'unknown' && data.seed !== undefined))
        return failure(400, 'invalid_request_error')
      if ((model.edits === 'enlarges') !== (data.prompt === undefined)) return failure(400, 'invalid_request_error')
      if ((model.options === 'resolution') !== (data.providerOptions.blackForestLabs !== undefined))
        return failure(400, 'invalid_request_error')
      if (data.mask && model.edits !== 'fills') return failure(400, 'invalid_request_error')
      if (!isFrameOf(id, data, sizes)) return failure(400, 'invalid_request_error')
      return deliver(model, data, scene)
    },
  })

/** The pictures of a request. */
export const picturesOfGateway = (asked: Asked): Uint8Array[] =>
  (bodySchema.parse(asked.json()).files ?? []).map(({ data }) => Buffer.from(data, 'base64'))
