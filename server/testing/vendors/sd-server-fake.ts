import { z } from 'zod'
import type { SdAccepted, SdCapabilities, SdJob } from '#server/providers/local/openai-server/sd-server.ts'
import { paintedEdit, readMask } from './painted-edit.ts'
import {
  type Asked,
  retryAfterSeconds,
  type Scene,
  startVendorFake,
  type VendorDesk,
  vendorWords,
} from './vendor-fake.ts'
import { vendorJobs } from './vendor-jobs.ts'

/** The body of POST /sdcpp/v1/img_gen, as far as it is used (stable-diffusion.cpp, examples/server/api.md). */
const bodySchema = z.strictObject({
  prompt: z.string().min(1),
  width: z.int().min(64).max(2_048).multipleOf(8),
  height: z.int().min(64).max(2_048).multipleOf(8),
  seed: z.int().nonnegative(),
  batch_count: z.literal(1),
  output_format: z.enum(['png', 'jpeg', 'webp']),
  negative_prompt: z.string().optional(),
  sample_params: z
    .strictObject({
      sample_method: z.enum(['euler', 'dpm++2m']).optional(),
      sample_steps: z.int().min(1).optional(),
      guidance: z.strictObject({ txt_cfg: z.number() }).optional(),
    })
    .optional(),
  lora: z.array(z.strictObject({ path: z.literal('styles/ink.safetensors'), multiplier: z.number() })).optional(),
  init_image: z.base64().optional(),
  mask_image: z.base64().optional(),
  strength: z.number().gt(0).lte(1).optional(),
  ref_images: z.array(z.base64()).min(1).max(4).optional(),
})

const failures: Partial<Record<Scene, () => Response>> = {
  'rate-limited': () =>
    Response.json({ error: vendorWords }, { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } }),
  overloaded: () => Response.json({ error: vendorWords }, { status: 503 }),
  'invalid-request': () => Response.json({ error: vendorWords }, { status: 400 }),
}

const capabilities = {
  model: { name: 'dreamshaper_8.safetensors', stem: 'dreamshaper_8' },
  supported_modes: ['img_gen', 'vid_gen'],
  current_mode: 'vid_gen',
  defaults_by_mode: {
    img_gen: { sample_params: { sample_method: 'euler', sample_steps: 20, guidance: { txt_cfg: 7 } } },
    vid_gen: { sample_params: { sample_method: 'dpm++2m', sample_steps: 9, guidance: { txt_cfg: 2 } } },
  },
  output_formats_by_mode: { img_gen: ['png', 'jpeg', 'webp'], vid_gen: ['webm', 'webp', 'avi'] },
  // Deprecated mirrors of the current mode.
  defaults: { sample_params: { sample_method: 'dpm++2m', sample_steps: 9, guidance: { txt_cfg: 2 } } },
  output_formats: ['webm', 'webp', 'avi'],
  samplers: ['euler', 'dpm++2m'],
  loras: [{ name: 'ink', path: 'styles/ink.safetensors' }],
}

/** stable-diffusion.cpp's sd-server, its native jobs. */
export function startSdServerFake() {
  let at: VendorDesk
  const jobs = vendorJobs(() => at)
  /** What was painted into masks, by job. */
  const inpainted = new Map<string, Buffer>()

  async function jobOf(id: string): Promise<Response> {
    const job = jobs.look(id)
    if (!job) return Response.json({ error: vendorWords }, { status: 404 })
    const base = { id, kind: 'img_gen', created: 1_795_000_000, queue_position: 0, result: null, error: null }
    const reply = (more: SdJob) => Response.json({ ...base, ...more } satisfies SdJob)
    if (job.isCancelled) return reply({ status: 'cancelled', error: { code: 'cancelled', message: vendorWords } })
    if (job.scene === 'fails')
      return reply({ status: 'failed', error: { code: 'generation_failed', message: vendorWords } })
    if (jobs.isWorking(job)) return reply({ status: job.looks === 1 ? 'queued' : 'generating' })
    if (job.scene === 'empty') return reply({ status: 'completed', result: { images: [] } })
    const painted = inpainted.get(id)
    const picture = painted ?? Buffer.from(await (await fetch(await jobs.pictureOf(job))).arrayBuffer())
    const b64_json = picture.toString('base64')
    return reply({ status: 'completed', result: { images: [{ b64_json }] } })
  }

  return startVendorFake({
    isCreate: ({ path }) => path === '/sdcpp/v1/img_gen',
    isCancel: ({ path }) => path.endsWith('/cancel'),
    async answer(asked, desk) {
      at = desk
      if (asked.path === '/sdcpp/v1/capabilities') return Response.json(capabilities satisfies SdCapabilities)
      const [, id = '', cancel] = /^\/sdcpp\/v1\/jobs\/([\w-]+)(\/cancel)?$/.exec(asked.path) ?? []
      if (cancel) {
        const job = jobs.find(id)
        if (job) job.isCancelled = true
        return Response.json({}, { status: job ? 200 : 404 })
      }
      if (id) return jobOf(id)
      if (asked.method !== 'POST' || asked.path !== '/sdcpp/v1/img_gen') return new Response(null, { status: 404 })
      const scene = desk.takeScene()
      const failed = failures[scene]?.()
      if (failed) return failed
      const { data } = bodySchema.safeParse(asked.json())
      if (!data) return Response.json({ error: vendorWords }, { status: 400 })
      const job = jobs.create(scene, { width: data.width, height: data.height }, data.seed)
      if (data.init_image && data.mask_image) {
        const mask = await readMask(Buffer.from(data.mask_image, 'base64'), 'white')
        inpainted.set(job.id, await paintedEdit(Buffer.from(data.init_image, 'base64'), mask))
      }
      return Response.json({ id: job.id } satisfies SdAccepted, { status: 202 })
    },
  })
}

/** The start picture of a job. */
export function picturesOfSdServer(asked: Asked): Uint8Array[] {
  const { init_image, ref_images = [] } = bodySchema.parse(asked.json())
  return [...(init_image ? [init_image] : []), ...ref_images].map((each) => Buffer.from(each, 'base64'))
}
