import { setTimeout } from 'node:timers/promises'
import type { ImagesResponse } from 'openai/resources/images'
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

const size = z.string().regex(/^\d{2,4}x\d{2,4}$/)
const fields = { model: z.enum(['my-flux', 'my-edit']), prompt: z.string().min(1), size }
/** What every server with OpenAI's image calls knows; anything else is an unknown parameter. */
const generateSchema = z.strictObject({ ...fields, n: z.literal(1) })
const editSchema = z.strictObject({
  ...fields,
  n: z.literal('1'),
  pictures: z
    .array(z.instanceof(File).refine(({ type }) => /^image\/(png|jpeg|webp)$/.test(type)))
    .min(1)
    .max(4),
})

function pixelsOf(text: string): PixelSize {
  const [width = 0, height = 0] = text.split('x').map(Number)
  return { width, height }
}

const failure = (status: number, code: string | null, headers: Record<string, string> = {}, message = vendorWords) =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status, headers })

const failures: Partial<Record<Scene, () => Response>> = {
  refuses: () => failure(400, 'content_policy_violation'),
  'refuses-451': () => failure(451, null),
  'rate-limited': () => failure(429, 'rate_limit_exceeded', { 'retry-after': String(retryAfterSeconds) }),
  'wrong-key': () => failure(401, 'invalid_api_key'),
  'no-credit': () => failure(402, null),
  overloaded: () => failure(503, null),
  'invalid-request': () => failure(400, 'invalid_value'),
  empty: () => Response.json({ created: 1_764_000_000, data: [] } satisfies ImagesResponse),
}

async function deliver(asked: string, scene: Scene): Promise<Response> {
  const whole = await flatPicture(pixelsOf(asked))
  if (scene === 'delivers-slowly') await setTimeout(40)
  const bytes = scene === 'truncated' ? whole.subarray(0, whole.length >> 1) : whole
  return Response.json({
    created: 1_764_000_000,
    data: [{ b64_json: bytes.toString('base64') }],
  } satisfies ImagesResponse)
}

async function formOf(asked: Asked): Promise<Record<string, unknown>> {
  const form = await asked.form()
  const pictures = [...form.getAll('image'), ...form.getAll('image[]')]
  const rest = [...form].filter(([name]) => name !== 'image' && name !== 'image[]')
  return { ...Object.fromEntries(rest), pictures }
}

/**
 * A server with OpenAI's image calls and nothing more.
 * @param options.sizes The sizes that it takes; default: all.
 * @param options.list The reply to GET /v1/models; null: it has no such call.
 */
export const startOpenAiImagesFake = (
  options: { sizes?: readonly string[]; list?: object | null; key?: string } = {},
) =>
  startVendorFake({
    isCreate: ({ path }) => path.startsWith('/v1/images/'),
    async answer(asked, desk) {
      const scene = desk.takeScene()
      const { sizes, list, key = fakeKey } = options
      if (asked.headers.get('authorization') !== (key === '' ? null : `Bearer ${key}`))
        return failure(401, 'invalid_api_key')
      if (scene === 'silent') return never()
      const failed = failures[scene]?.()
      if (failed) return failed
      if (asked.method === 'GET' && asked.path === '/v1/models' && list !== null)
        return Response.json(
          list ?? { object: 'list', data: [{ id: 'my-flux' }, { id: 'my-edit' }, { id: 'llama-4' }] },
        )
      const isEdit = asked.path === '/v1/images/edits'
      if (asked.method !== 'POST' || (!isEdit && asked.path !== '/v1/images/generations')) return failure(404, null)
      const { data } = isEdit ? editSchema.safeParse(await formOf(asked)) : generateSchema.safeParse(asked.json())
      if (!data) return failure(400, 'unknown_parameter')
      if (sizes && !sizes.includes(data.size))
        return failure(400, 'invalid_value', {}, `size must be one of ${sizes.join(', ')}`)
      return deliver(data.size, scene)
    },
  })

/** The pictures of a request, in their order. */
export async function picturesOfImagesCall(asked: Asked): Promise<Uint8Array[]> {
  if (!asked.path.endsWith('/edits')) return []
  const { pictures } = (await formOf(asked)) as { pictures: File[] }
  return Promise.all(pictures.map(async (file) => new Uint8Array(await file.arrayBuffer())))
}
