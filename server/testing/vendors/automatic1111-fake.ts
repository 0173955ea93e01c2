import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type {
  SdEnlarged,
  SdLoras,
  SdModels,
  SdPicture,
  SdProgress,
  SdSamplers,
  SdUpscalers,
} from '#server/providers/local/automatic1111/automatic1111-replies.ts'
import { flatPicture } from './flat-picture.ts'
import { enlargedEdit, paintedEdit, readMask } from './painted-edit.ts'
import { type Asked, never, type Scene, startVendorFake, vendorWords } from './vendor-fake.ts'

const samplers = ['Euler a', 'DPM++ 2M'] as const
const loras: SdLoras = [
  { name: 'ink', metadata: { 'modelspec.trigger_phrase': 'inkwash, brush' } },
  { name: 'film', metadata: { ss_tag_frequency: { set: { grain: 9, night: 30 } } } },
  // Can't be named in a prompt.
  { name: 'a:b', metadata: {} },
]
const checkpoint = 'sd_xl_base_1.0.safetensors [31e35c80fc]'

/** The body of txt2img, as far as it is used; img2img has three fields more (modules/api/models.py). */
const wordsSchema = z.strictObject({
  prompt: z.string().min(1),
  negative_prompt: z.string().optional(),
  sampler_name: z.enum(samplers).optional(),
  seed: z.int().nonnegative(),
  width: z.int().multipleOf(8),
  height: z.int().multipleOf(8),
  steps: z.int().min(1).max(150),
  cfg_scale: z.number().min(1),
  batch_size: z.literal(1),
  n_iter: z.literal(1),
  send_images: z.literal(true),
  save_images: z.literal(false),
  force_task_id: z.string().min(1),
  override_settings: z.strictObject({ sd_model_checkpoint: z.literal(checkpoint) }),
  override_settings_restore_afterwards: z.literal(true),
})
const pictureSchema = wordsSchema.extend({
  init_images: z.tuple([z.base64()]),
  denoising_strength: z.number().gt(0).lte(1),
  resize_mode: z.literal(1),
  mask: z.base64().optional(),
  mask_blur: z.literal(0).optional(),
  inpainting_mask_invert: z.literal(0).optional(),
  inpainting_fill: z.int().min(0).max(3).optional(),
  inpaint_full_res: z.boolean().optional(),
})

/** The start picture, repainted where the mask says so; null without a mask. */
async function inpainted(data: object): Promise<Buffer | null> {
  const { init_images, mask } = pictureSchema.partial().parse(data)
  if (!init_images || !mask) return null
  return paintedEdit(
    Buffer.from(init_images[0], 'base64'),
    await readMask(Buffer.from(mask, 'base64'), 'alpha-or-white'),
  )
}

const enlargeSchema = z.strictObject({
  image: z.base64(),
  resize_mode: z.literal(0),
  upscaling_resize: z.number().min(1).max(8),
  upscaler_1: z.literal('R-ESRGAN 4x+'),
})

/** modules/progress.py, ProgressRequest */
const progressSchema = z.strictObject({
  id_task: z.string(),
  id_live_preview: z.int().optional(),
  live_preview: z.boolean().optional(),
})

const failures: Partial<Record<Scene, () => Response>> = {
  overloaded: () => Response.json({ detail: vendorWords }, { status: 503 }),
  fails: () => Response.json({ error: 'OutOfMemoryError', detail: '', body: '', errors: vendorWords }, { status: 500 }),
  'invalid-request': () => Response.json({ detail: vendorWords }, { status: 422 }),
}

/** AUTOMATIC1111's web interface with --api: one picture at a time, its progress, and a stop for whatever runs. */
export function startAutomatic1111Fake() {
  let running: { readonly task: string; step: number } | null = null
  const finished = new Set<string>()
  /** Requests wait for the one before them (modules/call_queue.py). */
  let queue = Promise.resolve()
  const pending = new Set<string>()

  /** The task of a client, and nothing of another's (modules/progress.py, progressapi). */
  async function progressOf(task: string): Promise<SdProgress> {
    const isActive = running?.task === task
    const state = { active: isActive, queued: pending.has(task), completed: finished.has(task) }
    if (!running || !isActive) return { ...state, id_live_preview: -1, textinfo: 'Waiting...' }
    const preview = (await flatPicture({ width: 64, height: 64 })).toString('base64')
    return {
      ...state,
      progress: running.step / 10,
      live_preview: `data:image/png;base64,${preview}`,
      id_live_preview: running.step,
    }
  }

  /** Of whatever is painted, without its task (modules/api/models.py, ProgressResponse). */
  const anyProgress = async () => ({
    progress: running ? running.step / 10 : 0,
    eta_relative: 0,
    state: {},
    current_image: running ? (await flatPicture({ width: 64, height: 64 })).toString('base64') : null,
    textinfo: null,
  })

  async function paint(data: z.infer<typeof wordsSchema>, scene: Scene): Promise<Response> {
    pending.add(data.force_task_id)
    const before = queue
    const painted = before.then(() => paintNow(data, scene))
    queue = painted.then(() => undefined)
    return painted
  }

  async function paintNow(data: z.infer<typeof wordsSchema>, scene: Scene): Promise<Response> {
    pending.delete(data.force_task_id)
    running = { task: data.force_task_id, step: 1 }
    if (scene === 'silent') return never()
    if (scene === 'delivers-slowly')
      for (let step = 1; step <= 6; step++) {
        running = { task: data.force_task_id, step }
        await setTimeout(15)
      }
    running = null
    finished.add(data.force_task_id)
    const whole = (await inpainted(data)) ?? (await flatPicture(data))
    const picture = scene === 'truncated' ? whole.subarray(0, whole.length >> 1) : whole
    return Response.json({
      images: scene === 'empty' ? [] : [picture.toString('base64')],
      info: JSON.stringify({ seed: data.seed + 1, all_seeds: [data.seed + 1] }),
    } satisfies SdPicture)
  }

  return startVendorFake({
    isCreate: ({ path }) => /^\/sdapi\/v1\/((txt|img)2img|extra-single-image)$/.test(path),
    isCancel: ({ path }) => path === '/sdapi/v1/interrupt',
    async answer(asked, desk) {
      if (asked.path === '/sdapi/v1/sd-models')
        return Response.json([{ title: checkpoint, model_name: 'sd_xl_base_1.0' }] satisfies SdModels)
      if (asked.path === '/sdapi/v1/upscalers')
        return Response.json([
          { name: 'None', model_path: null },
          { name: 'Lanczos', model_path: null },
          { name: 'R-ESRGAN 4x+', model_path: 'https://github.com/RealESRGAN_x4plus.pth' },
        ] satisfies SdUpscalers)
      if (asked.path === '/sdapi/v1/samplers')
        return Response.json(samplers.map((name) => ({ name })) satisfies SdSamplers)
      if (asked.path === '/sdapi/v1/loras') return Response.json(loras)
      if (asked.path === '/sdapi/v1/progress') return Response.json(await anyProgress())
      if (asked.path === '/internal/progress') {
        const { data } = progressSchema.safeParse(asked.json())
        return data
          ? Response.json(await progressOf(data.id_task))
          : Response.json({ detail: vendorWords }, { status: 422 })
      }
      if (asked.path === '/sdapi/v1/interrupt') return Response.json({})
      const schema = asked.path === '/sdapi/v1/img2img' ? pictureSchema : wordsSchema
      const scene = desk.takeScene()
      const failed = failures[scene]?.()
      if (failed) return failed
      if (asked.path === '/sdapi/v1/extra-single-image') {
        const { data } = enlargeSchema.safeParse(asked.json())
        if (!data) return Response.json({ detail: vendorWords }, { status: 422 })
        const made = await enlargedEdit(Buffer.from(data.image, 'base64'), data.upscaling_resize)
        return Response.json({ image: made.toString('base64') } satisfies SdEnlarged)
      }
      const { data } = schema.safeParse(asked.json())
      return data ? paint(data, scene) : Response.json({ detail: vendorWords }, { status: 422 })
    },
  })
}

/** The start picture of a request. */
export function picturesOfAutomatic1111(asked: Asked): Uint8Array[] {
  const enlarged = enlargeSchema.safeParse(asked.json())
  if (enlarged.data) return [Buffer.from(enlarged.data.image, 'base64')]
  const { data } = pictureSchema.safeParse(asked.json())
  return data ? [Buffer.from(data.init_images[0], 'base64')] : []
}
