import { setTimeout } from 'node:timers/promises'
import type { ImagesResponse } from 'openai/resources/images'
import sharp from 'sharp'
import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { flatPicture } from './flat-picture.ts'
import { paintedEdit, readMask } from './painted-edit.ts'
import {
  type Asked,
  never,
  retryAfterSeconds,
  type Scene,
  startVendorFake,
  type VendorDesk,
  vendorWords,
} from './vendor-fake.ts'

const size = z.stringFormat('size', /^\d+x\d+$/)
const generateSchema = z.strictObject({
  model: z.string().min(1),
  prompt: z.string().min(1),
  size,
  n: z.literal(1),
  response_format: z.literal('b64_json'),
  seed: z.int().nonnegative(),
})
const editSchema = z.strictObject({
  model: z.string().min(1),
  prompt: z.string().min(1),
  size,
  n: z.literal('1'),
  'image[]': z.instanceof(File),
})

/** LocalAI's form for masks (core/http/endpoints/openai/inpainting.go). */
const inpaintSchema = z.strictObject({
  model: z.literal('sd-inpainting'),
  prompt: z.string().min(1),
  image: z.instanceof(File),
  mask: z.instanceof(File),
  steps: z.string().optional(),
})

const failures: Partial<Record<Scene, () => Response>> = {
  'rate-limited': () =>
    Response.json({ error: vendorWords }, { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } }),
  overloaded: () => Response.json({ error: vendorWords }, { status: 503 }),
  fails: () => Response.json({ error: { message: vendorWords } }, { status: 500 }),
  'invalid-request': () => Response.json({ error: vendorWords }, { status: 400 }),
}

type Kind = {
  /** What it reports of its models. */
  lists(asked: Asked): Response | undefined
  /** Whether pictures are in the reply, or at an address. */
  readonly delivers: 'bytes' | 'address' | 'foreign-address'
}

const ollama: Kind = {
  delivers: 'bytes',
  lists({ path, ...asked }) {
    if (path === '/api/tags')
      return Response.json({ models: [{ name: 'x/z-image-turbo:latest' }, { name: 'llama3.2:latest' }] })
    if (path !== '/api/show') return undefined
    const { model } = z.strictObject({ model: z.string() }).parse(asked.json())
    return Response.json({ capabilities: model.startsWith('x/z-image') ? ['image'] : ['completion', 'tools'] })
  },
}
const models = (...ids: string[]) => ({
  object: 'list',
  data: ids.map((id) => ({ id, object: 'model', created: 1_795_000_000, owned_by: 'local' })),
})
const openAiServer = (...ids: string[]): Kind => ({
  delivers: 'address',
  lists: ({ path }) => (path === '/v1/models' ? Response.json(models(...ids)) : undefined),
})

async function deliver(kind: Kind, desk: VendorDesk, pixels: PixelSize, scene: Scene): Promise<Response> {
  const created = 1_795_000_000
  const reply = (data: ImagesResponse['data']) =>
    Response.json({ created, ...(data ? { data } : {}) } satisfies ImagesResponse)
  if (scene === 'delivers-slowly') await setTimeout(40)
  if (scene === 'empty') return reply([])
  const whole = await flatPicture(pixels)
  const half = whole.subarray(0, whole.length >> 1)
  if (kind.delivers === 'bytes') return reply([{ b64_json: (scene === 'truncated' ? half : whole).toString('base64') }])
  if (kind.delivers === 'foreign-address') return reply([{ url: 'http://169.254.169.254/latest/meta-data' }])
  const state = scene === 'truncated' ? 'truncated' : scene === 'expired-address' ? 'gone' : 'whole'
  return reply([{ url: await desk.publish(pixels, state) }])
}

/** White is painted; the answer has 512 × 512 pixels, whatever was sent. */
async function inpaint(asked: Asked, desk: VendorDesk): Promise<Response> {
  const failed = failures[desk.takeScene()]?.()
  if (failed) return failed
  const { data } = inpaintSchema.safeParse(Object.fromEntries(await asked.form()))
  if (!data) return Response.json({ error: vendorWords }, { status: 400 })
  const made = await paintedEdit(await data.image.bytes(), await readMask(await data.mask.bytes(), 'white'))
  const sized = await sharp(made).resize(512, 512, { fit: 'fill', kernel: 'nearest' }).png().toBuffer()
  return Response.json({ created: 1_795_000_000, data: [{ url: desk.publishPicture(sized) }] })
}

const localAi = openAiServer('flux.1-schnell', 'gpt-4', 'whisper-1', 'sd-inpainting')

/** An engine with OpenAI's image calls; unknown fields are 400. */
const startImagesApiFake = (kind: Kind) =>
  startVendorFake({
    isCreate: ({ path }) => path.startsWith('/v1/images/'),
    async answer(asked, desk) {
      const listed = kind.lists(asked)
      if (listed) return listed
      if (asked.method === 'POST' && asked.path === '/v1/images/inpainting' && kind === localAi)
        return inpaint(asked, desk)
      if (asked.method !== 'POST' || !/^\/v1\/images\/(generations|edits)$/.test(asked.path))
        return new Response(null, { status: 404 })
      const scene = desk.takeScene()
      if (scene === 'silent') return never()
      const failed = failures[scene]?.()
      if (failed) return failed
      const { data } = asked.path.endsWith('edits')
        ? editSchema.safeParse(Object.fromEntries(await asked.form()))
        : generateSchema.safeParse(asked.json())
      if (!data) return Response.json({ error: vendorWords }, { status: 400 })
      const [width = 0, height = 0] = data.size.split('x').map(Number)
      return deliver(kind, desk, { width, height }, scene)
    },
  })

/** Ollama with an image model and a language model. */
export const startOllamaFake = () => startImagesApiFake(ollama)
/** LocalAI; its pictures are on the server itself. */
export const startLocalAiFake = () => startImagesApiFake(localAi)
/** A server of stable-diffusion.cpp from before its own interface. */
export const startOldSdServerFake = () => startImagesApiFake(openAiServer('sd-cpp-local'))
/** A server whose picture is at another machine's address. */
export const startMisleadingFake = () =>
  startImagesApiFake({ ...openAiServer('flux.1-schnell'), delivers: 'foreign-address' })

/** The picture of an edit. */
export async function picturesOfImagesApi(asked: Asked): Promise<Uint8Array[]> {
  if (asked.path.endsWith('/inpainting'))
    return [await inpaintSchema.parse(Object.fromEntries(await asked.form())).image.bytes()]
  if (!asked.path.endsWith('/edits')) return []
  const { 'image[]': file } = editSchema.parse(Object.fromEntries(await asked.form()))
  return [new Uint8Array(await file.arrayBuffer())]
}
