import type { ImageUpscaleCreateResponse } from '@runwayml/sdk/resources/image-upscale'
import type { OrganizationRetrieveResponse } from '@runwayml/sdk/resources/organization'
import type { TaskRetrieveResponse } from '@runwayml/sdk/resources/tasks'
import type { TextToImageCreateParams, TextToImageCreateResponse } from '@runwayml/sdk/resources/text-to-image'
import sharp from 'sharp'
import { z } from 'zod'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { dataUriBytes } from './data-uri-bytes.ts'
import { enlargedEdit } from './painted-edit.ts'
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
import { slowLooks, type VendorJob, vendorJobs } from './vendor-jobs.ts'

const ratios = [
  '1024:1024',
  '1080:1080',
  '1168:880',
  '1360:768',
  '1440:1080',
  '1080:1440',
  '1808:768',
  '1920:1080',
  '1080:1920',
  '2112:912',
  '1280:720',
  '720:1280',
  '720:720',
  '960:720',
  '720:960',
  '1680:720',
] as const satisfies readonly TextToImageCreateParams.Gen4Image['ratio'][]

const museRatios = [
  '2352:1008',
  '2016:1152',
  '1920:1280',
  '1792:1344',
  '1600:1600',
  '1344:1792',
  '1280:1920',
  '1152:2016',
  'auto',
] as const satisfies readonly TextToImageCreateParams.MuseImage['ratio'][]

const uri = z
  .string()
  .regex(/^data:image\/(png|jpeg|webp);base64,/)
  .max(5 * 1024 * 1024)

/** The requests as the API accepts them; every other field is an error. */
const gen4Body = z.strictObject({
  model: z.literal('gen4_image'),
  promptText: z.string().min(1).max(1_000),
  ratio: z.enum(ratios),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  referenceImages: z
    .array(
      z.strictObject({
        uri,
        tag: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{2,15}$/),
      }),
    )
    .min(1)
    .max(3)
    .optional(),
})
const museBody = z.strictObject({
  model: z.literal('muse_image'),
  promptText: z.string().min(1),
  ratio: z.enum(museRatios),
  outputCount: z.int().min(1).optional(),
  outputFormat: z.enum(['webp', 'png', 'jpeg']).optional(),
  referenceImages: z.array(z.strictObject({ uri })).min(1).max(10).optional(),
})
const createBody = z.discriminatedUnion('model', [gen4Body, museBody])

/** The SDK's types, with what its comments say of each field. */
const upscaleBody = z.strictObject({
  model: z.literal('magnific_precision_upscaler_v2'),
  imageUri: uri,
  scaleFactor: z.union([z.literal(2), z.literal(4), z.literal(8), z.literal(16)]).optional(),
  flavor: z.enum(['sublime', 'photo', 'photo_denoiser']).optional(),
  sharpen: z.number().min(0).max(100).optional(),
  smartGrain: z.number().min(0).max(100).optional(),
  ultraDetail: z.number().min(0).max(100).optional(),
})

const createdAt = '2026-11-21T12:00:00.000Z'
const creditsOfGen4 = ({ width, height }: PixelSize) => (width * height > 1_100_000 ? 8 : 5)
/** Of an enlargement, by the sides of its result (docs.dev.runwayml.com, pricing). */
const creditsOfEnlargement = ({ width, height }: PixelSize) => (Math.max(width, height) > 4_096 ? 150 : 25)
const failed = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error, docUrl: 'https://docs.dev.runwayml.com/' }, { status, headers })

/** How the API refuses a request before it becomes a task. */
const turnedAway: Partial<Record<Scene, () => Response | Promise<Response>>> = {
  'rate-limited': () => failed(429, vendorWords, { 'retry-after': `${retryAfterSeconds}` }),
  'wrong-key': () => failed(401, `${vendorWords}: ${fakeKey} is not a key.`),
  'no-credit': () => failed(400, `${vendorWords}: You do not have enough credits to run this task.`),
  overloaded: () => failed(503, vendorWords),
  'invalid-request': () => failed(400, vendorWords),
}

/** The failure code of a task; see docs.dev.runwayml.com, 'Handle task failures'. */
const failureCodes: Partial<Record<Scene, string>> = {
  refuses: 'SAFETY.INPUT.TEXT',
  'refuses-output': 'SAFETY.OUTPUT.IMAGE',
  'refuses-before-work': 'INPUT_PREPROCESSING.SAFETY.TEXT',
  fails: 'INTERNAL.BAD_OUTPUT.CODE01',
}

/** Runway's API as far as it is used, strict about requests; its replies are typed by @runwayml/sdk. */
export async function startRunwayFake(): Promise<VendorFake> {
  let desk: VendorDesk | undefined
  const jobs = vendorJobs(() => desk as VendorDesk)
  const costs = new Map<string, number>()
  const creditsOf = ({ id }: VendorJob) => costs.get(id) ?? 0

  async function create(asked: Asked, scene: Scene): Promise<Response> {
    const away = turnedAway[scene]
    if (away) return away()
    const body = createBody.safeParse(asked.json())
    if (!body.success) return failed(400, `${vendorWords}: ${body.error.message}`)
    const [width = 0, height = 0] = body.data.ratio.split(':').map(Number)
    const { data } = body
    const job = jobs.create(scene, { width, height }, data.model === 'gen4_image' ? (data.seed ?? 0) : 0)
    costs.set(job.id, data.model === 'gen4_image' ? creditsOfGen4(job.size) : 1)
    return Response.json({
      id: job.id,
      estimatedCost: { credits: creditsOf(job) },
    } satisfies TextToImageCreateResponse)
  }

  async function upscale(asked: Asked, scene: Scene): Promise<Response> {
    const away = turnedAway[scene]
    if (away) return away()
    const { data, error } = upscaleBody.safeParse(asked.json())
    if (!data) return failed(400, `${vendorWords}: ${error.message}`)
    const picture = dataUriBytes(data.imageUri)
    const { width, height } = await sharp(picture).metadata()
    const factor = data.scaleFactor ?? 2
    if (Math.min(width, height) < 300 || Math.max(width, height) > 8_000)
      return failed(400, `${vendorWords}: Each dimension must be between 300px and 8000px.`)
    if (width * height * factor ** 2 > 25_300_000) return failed(400, `${vendorWords}: The output is too large.`)
    const job = jobs.create(scene, { width: 0, height: 0 }, 0)
    job.made = await enlargedEdit(picture, factor)
    costs.set(job.id, creditsOfEnlargement({ width: width * factor, height: height * factor }))
    return Response.json({
      id: job.id,
      estimatedCost: { credits: creditsOf(job) },
    } satisfies ImageUpscaleCreateResponse)
  }

  async function taskOf(job: VendorJob): Promise<TaskRetrieveResponse> {
    const { id } = job
    const credits = creditsOf(job)
    const failureCode = failureCodes[job.scene]
    if (job.isCancelled) return { id, createdAt, status: 'CANCELLED', cost: { credits: 0 } }
    if (jobs.isWorking(job)) {
      if (job.looks === 1) return { id, createdAt, status: 'THROTTLED', estimatedCost: { credits } }
      if (job.looks === 2) return { id, createdAt, status: 'PENDING', estimatedCost: { credits } }
      const progress = Math.min(0.95, job.looks / (slowLooks + 1))
      return { id, createdAt, status: 'RUNNING', progress, estimatedCost: { credits } }
    }
    if (failureCode) return { id, createdAt, status: 'FAILED', failure: vendorWords, failureCode, cost: { credits: 0 } }
    const output = job.scene === 'empty' ? [] : [await jobs.pictureOf(job)]
    return { id, createdAt, status: 'SUCCEEDED', output, cost: { credits } }
  }

  async function answer(asked: Asked, atDesk: VendorDesk): Promise<Response> {
    desk = atDesk
    if (asked.headers.get('x-runway-version') !== '2024-11-06') return failed(400, 'The version is missing.')
    if (asked.headers.get('authorization') !== `Bearer ${fakeKey}`) return failed(401, vendorWords)
    const id = /^\/v1\/tasks\/([\w-]+)$/.exec(asked.path)?.[1]
    if (asked.path === '/v1/text_to_image' && asked.method === 'POST') return create(asked, atDesk.takeScene())
    if (asked.path === '/v1/image_upscale' && asked.method === 'POST') return upscale(asked, atDesk.takeScene())
    if (asked.path === '/v1/organization' && asked.method === 'GET')
      return (
        turnedAway[atDesk.takeScene()]?.() ??
        Response.json({
          creditBalance: 100,
          tier: { maxMonthlyCreditSpend: 10_000, models: {} },
          usage: { models: {} },
        } satisfies OrganizationRetrieveResponse)
      )
    const job = id && asked.method === 'GET' ? jobs.look(id) : id ? jobs.find(id) : undefined
    if (!job) return failed(404, vendorWords)
    if (asked.method === 'GET') return Response.json(await taskOf(job))
    if (asked.method !== 'DELETE') return failed(405, vendorWords)
    job.isCancelled = true
    return new Response(null, { status: 204 })
  }

  return startVendorFake({
    answer,
    isCreate: ({ method, path }) => method === 'POST' && /^\/v1\/(text_to_image|image_upscale)$/.test(path),
    isCancel: ({ method }) => method === 'DELETE',
  })
}
