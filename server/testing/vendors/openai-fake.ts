import { setTimeout } from 'node:timers/promises'
import type { ImageEditStreamEvent, ImageGenStreamEvent, ImageModel } from 'openai/resources/images'
import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { flatPicture } from './flat-picture.ts'
import { MaskMismatch, paintedEdit, readMask } from './painted-edit.ts'
import {
  type Asked,
  fakeKey,
  never,
  retryAfterSeconds,
  type Scene,
  startVendorFake,
  vendorWords,
} from './vendor-fake.ts'

/** 'WIDTHxHEIGHT' within the limits of OpenAI's image guide: multiples of 16, 3840 a side, 655,360 to 8,294,400 pixels, 3:1. */
const size = z.string().refine((text) => {
  const { width, height } = pixelsOf(text)
  const sides = [width, height].toSorted((a, b) => a - b) as [number, number]
  return (
    width % 16 === 0 &&
    height % 16 === 0 &&
    sides[1] <= 3_840 &&
    width * height >= 655_360 &&
    width * height <= 8_294_400 &&
    sides[1] <= 3 * sides[0]
  )
})

const fields = {
  model: z.enum(['gpt-image-2.6-sunburst', 'gpt-image-2.6-flare'] satisfies ImageModel[]),
  prompt: z.string().min(1).max(32_000),
  size,
  quality: z.enum(['low', 'medium', 'high', 'xhigh', 'max']),
  background: z.enum(['transparent', 'opaque', 'auto']).optional(),
  output_format: z.enum(['png', 'jpeg', 'webp']),
}
const generateSchema = z.strictObject({ ...fields, stream: z.literal(true), partial_images: z.int().min(0).max(3) })
const editSchema = z.strictObject({
  ...fields,
  stream: z.literal('true'),
  partial_images: z.stringFormat('count', /^[0-3]$/).transform(Number),
  'image[]': z
    .array(z.instanceof(File).refine(({ type }) => /^image\/(png|jpeg|webp)$/.test(type)))
    .min(1)
    .max(16),
  mask: z
    .instanceof(File)
    .refine(({ type, size: bytes }) => type === 'image/png' && bytes < 4_000_000)
    .optional(),
})

function pixelsOf(text: string): PixelSize {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? []
  return { width: Number(width), height: Number(height) }
}

/** Repeated fields as lists, all others as single values. */
async function formOf(asked: Asked): Promise<Record<string, unknown>> {
  const form = await asked.form()
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => [name, name.endsWith('[]') ? form.getAll(name) : form.get(name)]),
  )
}

const failure = (
  status: number,
  code: string | null,
  { headers = {}, type = 'invalid_request_error' }: { headers?: Record<string, string>; type?: string } = {},
) => Response.json({ error: { message: `${vendorWords} ${code}`, type, param: null, code } }, { status, headers })

const failures: Partial<Record<Scene, () => Response>> = {
  refuses: () => failure(400, 'moderation_blocked', { type: 'image_generation_user_error' }),
  'refuses-451': () => failure(451, null),
  'rate-limited': () => failure(429, 'rate_limit_exceeded', { headers: { 'retry-after': String(retryAfterSeconds) } }),
  'wrong-key': () => failure(401, 'invalid_api_key'),
  'no-credit': () => failure(429, 'insufficient_quota'),
  overloaded: () => failure(503, null),
  'invalid-request': () => failure(400, 'invalid_value'),
}

type Order = {
  readonly kind: 'image_generation' | 'image_edit'
  readonly pixels: PixelSize
  readonly previews: number
  /** The finished picture of an edit with a mask. */
  readonly painted?: Buffer
}
type StreamEvent = ImageGenStreamEvent | ImageEditStreamEvent

const seen = { background: 'opaque', created_at: 1_795_000_000, output_format: 'png', quality: 'high' } as const
const usage = {
  input_tokens: 1_500,
  input_tokens_details: { image_tokens: 1_000, text_tokens: 500 },
  output_tokens: 6_000,
  total_tokens: 7_500,
}

async function* eventsOf(
  { kind, pixels, previews, painted }: Order,
  scene: Scene,
): AsyncGenerator<StreamEvent | object> {
  const whole = painted ?? (await flatPicture(pixels))
  const picture = { ...seen, size: `${pixels.width}x${pixels.height}`, b64_json: whole.toString('base64') }
  if (scene === 'delivers-slowly')
    for (let index = 0; index < previews; index++) {
      await setTimeout(20)
      yield { type: `${kind}.partial_image`, partial_image_index: index, ...picture } satisfies StreamEvent
    }
  if (scene === 'fails') yield { error: { message: vendorWords, type: 'server_error', code: 'server_error' } }
  const half = whole.subarray(0, whole.length >> 1).toString('base64')
  const b64_json = scene === 'empty' ? '' : scene === 'truncated' ? half : picture.b64_json
  yield { type: `${kind}.completed`, ...picture, b64_json, usage } satisfies StreamEvent
}

function streamOf(order: Order, scene: Scene): Response {
  const events = eventsOf(order, scene)
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next()
      if (done) return controller.close()
      const name = 'type' in value ? value.type : 'error'
      controller.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`))
    },
  })
  return new Response(lines, { headers: { 'content-type': 'text/event-stream', 'x-request-id': 'req_fake' } })
}

/** Paints the first picture where the mask is fully transparent; null where the mask is of another size. */
async function paintedByMask(picture: File, mask: File): Promise<Buffer | null> {
  try {
    return await paintedEdit(await picture.bytes(), await readMask(await mask.bytes(), 'transparent'))
  } catch (error) {
    if (error instanceof MaskMismatch) return null
    throw error
  }
}

/** OpenAI's image calls, as far as they are used; a request that its reference does not allow is 400. */
export const startOpenAiFake = () =>
  startVendorFake({
    isCreate: ({ path }) => path.startsWith('/v1/images/'),
    async answer(asked, desk) {
      const scene = desk.takeScene()
      if (asked.headers.get('authorization') !== `Bearer ${fakeKey}`) return failure(401, 'invalid_api_key')
      if (scene === 'silent') return never()
      const failed = failures[scene]?.()
      if (failed) return failed
      if (asked.method === 'GET' && asked.path === '/v1/models') return Response.json({ object: 'list', data: [] })
      if (asked.method !== 'POST') return failure(404, null)
      if (asked.path === '/v1/images/generations') {
        const { data } = generateSchema.safeParse(asked.json())
        if (!data) return failure(400, 'invalid_value')
        return streamOf({ kind: 'image_generation', pixels: pixelsOf(data.size), previews: data.partial_images }, scene)
      }
      if (asked.path !== '/v1/images/edits') return failure(404, null)
      const { data } = editSchema.safeParse(await formOf(asked))
      if (!data) return failure(400, 'invalid_value')
      const order = { kind: 'image_edit', pixels: pixelsOf(data.size), previews: data.partial_images } as const
      if (!data.mask) return streamOf(order, scene)
      const painted = await paintedByMask(data['image[]'][0] as File, data.mask)
      return painted ? streamOf({ ...order, painted }, scene) : failure(400, 'invalid_mask_image_format')
    },
  })

/** The pictures of a request, in their order. */
export async function picturesOfEdit(asked: Asked): Promise<Uint8Array[]> {
  if (!asked.path.endsWith('/edits')) return []
  const files = (await asked.form()).getAll('image[]').filter((each) => each instanceof File)
  return Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
}
