import { randomUUID } from 'node:crypto'
import { enlargingEdits, inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import { givenOf, maskAs } from '#server/providers/common/edit-pictures.ts'
import { paintedWords } from '#server/providers/common/edit-words.ts'
import { bytesOfBase64 } from '#server/providers/common/inline-picture.ts'
import { base64Of } from '#server/providers/common/sent-pictures.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import {
  type ImageAnswer,
  type ImageCall,
  type ImageEdit,
  type ImageProvider,
  type ImageRequest,
  type PictureCall,
  ProviderError,
} from '#server/providers/provider.ts'
import { createFoundModels } from '../found-models.ts'
import { diffusionControls, samplingFor, triggersIn, withLoras } from '../local-controls.ts'
import { askForJson, askForPicture, type LocalEngine, notifyEngine } from '../local-http.ts'
import { localModel } from '../local-model.ts'
import { pause } from '../pause.ts'
import { samplingOf, strengthOf } from '../sampling.ts'
import { startPicture } from '../start-picture.ts'
import {
  enlargedSchema,
  infoSchema,
  lorasSchema,
  modelsSchema,
  pictureSchema,
  progressSchema,
  samplersSchema,
  upscalersSchema,
} from './automatic1111-replies.ts'

/** The default address of the web interface. Its API is there with --api alone. */
const defaultAutomatic1111Addresses: readonly string[] = ['http://127.0.0.1:7860']

type Settings = {
  /** Origins, without a path. */
  readonly addresses?: readonly string[]
  readonly pollMs?: number
  /** Time limit for an engine to list its models. */
  readonly lookMs?: number
}

/** A picture that is being painted, by the id that we gave it. */
type Task = { readonly server: LocalEngine; readonly id: string }

const engineAt = (address: string): LocalEngine => ({ engine: 'AUTOMATIC1111', address })

/** The upscalers that have a model; sd-server, which answers the other calls, has no such list. */
async function upscalersOf(server: LocalEngine, signal: AbortSignal): Promise<readonly string[]> {
  const asked = askForJson(server, upscalersSchema, { path: '/sdapi/v1/upscalers', signal })
  const found = await asked.catch(() => [])
  signal.throwIfAborted()
  return found.filter(({ model_path }) => model_path).map(({ name }) => name)
}

/** LoRAs are called within the prompt; their names end at a colon or an angle there. */
const loraTags = ({ controls }: ImageRequest) =>
  (controls?.loras ?? []).map(({ name, weight }) => ` <lora:${name}:${weight}>`).join('')
const canBeCalled = ({ name }: { readonly name: string }) => !/[:<>]/.test(name)

async function askedFor(request: ImageRequest, taskId: string, call: PictureCall) {
  const { edit } = request
  const given = edit && givenOf(edit)
  const { start, warnings } = await startPicture(request, call)
  const { steps, guidance } = samplingFor(request)
  const { sampler, negativePrompt } = request.controls ?? {}
  const json = {
    prompt: `${paintedWords(request)}${loraTags(request)}`,
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
    ...(sampler !== undefined && { sampler_name: sampler }),
    seed: request.seed,
    ...request.size,
    steps,
    cfg_scale: guidance,
    batch_size: 1,
    n_iter: 1,
    send_images: true,
    save_images: false,
    force_task_id: taskId,
    // Does not change the selection in the web interface.
    override_settings: { sd_model_checkpoint: request.model.apiModel },
    override_settings_restore_afterwards: true,
  }
  if (!start) return { path: '/sdapi/v1/txt2img', json, warnings }
  const picture = {
    init_images: [base64Of(start.bytes)],
    denoising_strength: strengthOf(request),
    ...(given?.mask && {
      // Opaque, so that its white is read and not its opacity (modules/images, create_binary_mask).
      mask: base64Of(await maskAs('as-is', given.mask, call)),
      // Feathering is the server's, which lays the result over the source.
      mask_blur: 0,
      inpainting_mask_invert: 0,
      // The old pixels give the color of the painted ones.
      inpainting_fill: 1,
      inpaint_full_res: false,
    }),
    // Cuts the start picture to the frame instead of squeezing it.
    resize_mode: 1,
  }
  return { path: '/sdapi/v1/img2img', json: { ...json, ...picture }, warnings }
}

/** The choices there. Engines that answer a part of the calls have nothing to choose from in the others. */
async function choicesOf(server: LocalEngine, signal: AbortSignal) {
  const none = (error: unknown) => {
    signal.throwIfAborted()
    if (error instanceof ProviderError) return []
    throw error
  }
  const samplers = await askForJson(server, samplersSchema, { path: '/sdapi/v1/samplers', signal }).catch(none)
  const loras = await askForJson(server, lorasSchema, { path: '/sdapi/v1/loras', signal }).catch(none)
  return {
    samplers: samplers.map(({ name }) => name),
    loras: loras.filter(canBeCalled).map(({ name, metadata }) => ({ name, triggers: triggersIn(metadata) })),
  }
}

/**
 * The progress of a task of ours; null while another client's is painted, and where the engine does not tell them apart: with
 * --nowebui it has no such call. @param previewId The last preview that was seen, which is not sent again.
 */
async function progressOf({ server, id }: Task, previewId: number, signal: AbortSignal) {
  const json = { id_task: id, id_live_preview: previewId }
  const seen = await askForJson(server, progressSchema, { path: '/internal/progress', json, signal })
  return seen.active ? seen : null
}

/** Reports progress until it is stopped. Errors are ignored: the request itself will fail. */
async function watch(task: Task, call: ImageCall, pollMs: number, stop: AbortSignal): Promise<void> {
  let furthest = 0
  let previewId = -1
  while (!stop.aborted) {
    const seen = await progressOf(task, previewId, stop).catch(() => null)
    if (seen && !stop.aborted && seen.progress) {
      furthest = Math.max(furthest, Math.min(seen.progress, 1))
      previewId = seen.id_live_preview ?? previewId
      call.progress({ fraction: furthest, preview: seen.live_preview ? bytesOfBase64(seen.live_preview) : null })
    }
    await pause(pollMs, stop).catch(() => undefined)
  }
}

/** The seed is in JSON within the JSON; sd-server leaves it empty. */
function seedIn(info: string | null | undefined, asked: number): number {
  try {
    return infoSchema.parse(JSON.parse(info || 'null')).seed
  } catch {
    return asked
  }
}

/** Enlarges by an upscaler ('Extras'). It reports no progress of its own, and takes no seed. */
async function enlarge(
  { server }: Task,
  request: ImageRequest,
  edit: ImageEdit,
  { signal }: ImageCall,
): Promise<ImageAnswer> {
  const json = {
    image: base64Of(givenOf(edit).picture),
    resize_mode: 0,
    upscaling_resize: edit.asked.factor ?? 2,
    upscaler_1: request.model.apiModel,
  }
  const { image } = await askForJson(server, enlargedSchema, { path: '/sdapi/v1/extra-single-image', json, signal })
  const bytes = await askForPicture(server, image ?? '', signal)
  if (bytes.length === 0) throw vendorFailure(server.engine, 'empty')
  return { bytes, seed: request.seed, warnings: [] }
}

async function paint(task: Task, request: ImageRequest, call: ImageCall, pollMs: number): Promise<ImageAnswer> {
  const { path, json, warnings } = await askedFor(request, task.id, call)
  const done = new AbortController()
  const watching = watch(task, call, pollMs, AbortSignal.any([call.signal, done.signal]))
  try {
    const { images, info } = await askForJson(task.server, pictureSchema, { path, json, signal: call.signal })
    const bytes = await askForPicture(task.server, images?.[0] ?? '', call.signal)
    if (bytes.length === 0) throw vendorFailure(task.server.engine, 'empty')
    return { bytes, seed: seedIn(info, request.seed), warnings }
  } finally {
    done.abort()
    await watching
  }
}

/** AUTOMATIC1111's web interface, and Forge and SD.Next, which answer the same calls. */
export function createAutomatic1111Provider(settings: Settings = {}): ImageProvider {
  const { addresses = defaultAutomatic1111Addresses, pollMs = 1_000, lookMs } = settings
  /** The engine continues without a reader and assigns no ids: the last abandoned request is kept here. */
  let left: Task | null = null

  const look = async (address: string, signal: AbortSignal) => {
    const server = engineAt(address)
    const [models, upscalers] = await Promise.all([
      askForJson(server, modelsSchema, { path: '/sdapi/v1/sd-models', signal }),
      upscalersOf(server, signal),
    ])
    const { samplers, loras } = await choicesOf(server, signal)
    const painting = models.map(({ title, model_name }) => ({
      model: {
        ...localModel({
          provider: 'automatic1111',
          engine: server.engine,
          prefix: 'automatic1111',
          id: model_name,
          pictures: 1,
          edits: inpaintingEdits,
        }),
        apiModel: title,
        controls: withLoras(diffusionControls(samplingOf(title), samplers), loras),
      },
      place: server,
    }))
    const enlarging = upscalers.map((name) => ({
      model: {
        ...localModel({
          provider: 'automatic1111',
          engine: `${server.engine} upscaler`,
          prefix: 'automatic1111:upscale',
          id: name,
          pictures: 1,
          edits: enlargingEdits,
          editsAlone: true,
        }),
        apiModel: name,
      },
      place: server,
    }))
    return [...painting, ...enlarging]
  }
  const found = createFoundModels(addresses, look, lookMs)

  return {
    name: 'automatic1111',
    concurrency: 1,
    opens: 'freely',
    async generate(request, call) {
      call.signal.throwIfAborted()
      const task = { server: await found.placeOf(request.model, call.signal), id: `task(${randomUUID()})` }
      // Recorded at once: a cancellation does not wait until the connection is closed.
      const leave = () => {
        left = task
      }
      call.signal.addEventListener('abort', leave, { once: true })
      try {
        const { edit } = request
        if (edit?.asked.operation === 'upscale') return await enlarge(task, request, edit, call)
        return await paint(task, request, call, pollMs)
      } finally {
        call.signal.removeEventListener('abort', leave)
      }
    },
    async cancel(_requestId, { signal }) {
      const task = left
      left = null
      // The call stops whatever is painted: it is for a task of ours alone, and not while that waits behind another client's.
      const isOurs = task && (await progressOf(task, -1, signal).catch(() => null)) !== null
      if (isOurs) await notifyEngine(task.server, { path: '/sdapi/v1/interrupt', json: {}, signal })
      return null
    },
    discover: (signal) => found.discover(signal),
  }
}
