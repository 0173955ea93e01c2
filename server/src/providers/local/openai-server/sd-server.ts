import { z } from 'zod'
import { inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import type { ModelControls } from '#domain/models/controls.ts'
import { givenOf, maskAs } from '#server/providers/common/edit-pictures.ts'
import { editPrompt, paintedWords } from '#server/providers/common/edit-words.ts'
import { base64Of, promptWithRoles, sentPictures } from '#server/providers/common/sent-pictures.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { type ImageRequest, type PictureCall, ProviderError } from '#server/providers/provider.ts'
import type { FoundModel } from '../found-models.ts'
import { diffusionControls, withLoras } from '../local-controls.ts'
import { askForJson, askForPicture, type LocalEngine, notifyEngine } from '../local-http.ts'
import { localModel } from '../local-model.ts'
import { pause } from '../pause.ts'
import { samplingOf, strengthOf } from '../sampling.ts'
import { readableByEngines, startPicture } from '../start-picture.ts'
import type { CancelLocal, LocalMaker } from './local-maker.ts'

/** Defaults with which an sd-server was started, for requests that name no value. */
const defaultsSchema = z.object({
  sample_params: z
    .object({
      sample_method: z.string().optional(),
      sample_steps: z.number().optional(),
      guidance: z.object({ txt_cfg: z.number().optional() }).optional(),
    })
    .optional(),
})

/**
 * The parts that are read of the native interface of stable-diffusion.cpp's sd-server (its examples/server/api.md). GET
 * /sdcpp/v1/capabilities
 */
const capabilitiesSchema = z.object({
  model: z.object({ name: z.string().optional(), stem: z.string().optional() }),
  supported_modes: z.array(z.string()).optional(),
  defaults_by_mode: z.object({ img_gen: defaultsSchema }).optional().catch(undefined),
  output_formats_by_mode: z
    .object({ img_gen: z.array(z.string()) })
    .optional()
    .catch(undefined),
  samplers: z.array(z.string()).optional().catch(undefined),
  // Mirrors of whatever mode is current, deprecated; older servers have them alone.
  defaults: defaultsSchema.optional().catch(undefined),
  output_formats: z.array(z.string()).optional().catch(undefined),
  loras: z
    .array(z.object({ name: z.string().min(1), path: z.string().min(1) }))
    .optional()
    .catch(undefined),
})

/** POST /sdcpp/v1/img_gen: accepted, with the id of the job. */
const acceptedSchema = z.object({ id: z.string().min(1) })

/** GET /sdcpp/v1/jobs/{id} */
const jobSchema = z.object({
  /** queued, generating, completed, failed or cancelled */
  status: z.string(),
  result: z
    .object({ images: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })) })
    .nullish(),
  error: z.object({ code: z.string().optional(), message: z.string().optional() }).nullish(),
})

type Capabilities = z.output<typeof capabilitiesSchema>
export type SdCapabilities = z.input<typeof capabilitiesSchema>
export type SdAccepted = z.input<typeof acceptedSchema>
export type SdJob = z.input<typeof jobSchema>

const engine = 'The sd-server'
const defaultSampling = samplingOf('')
const engineAt = (address: string): LocalEngine => ({ engine, address })

/** The stored request id is the address of a job: it says which engine has it. */
const jobPath = /^(https?:\/\/.+)(\/sdcpp\/v1\/jobs\/[\w.-]+)$/

const jobAt = (requestId: string) => {
  const [, address = '', path = ''] = jobPath.exec(requestId) ?? []
  return address ? { server: engineAt(address), path } : null
}

/**
 * The use of a picture by the model: `start`: paints over the first one by a strength; `references`: reads the content of all of
 * them, as models for edits do.
 */
export type PictureUse = 'start' | 'references'

async function picturesOf(request: ImageRequest, use: PictureUse, call: PictureCall) {
  const given = request.edit && givenOf(request.edit)
  if (use === 'start') {
    const { start, warnings } = await startPicture(request, call)
    return {
      warnings,
      fields: {
        ...(start && { init_image: base64Of(start.bytes), strength: strengthOf(request) }),
        ...(request.edit && { prompt: paintedWords(request) }),
        // One channel, white is painted (api.md, mask_image).
        ...(given?.mask && { mask_image: base64Of(await maskAs('as-is', given.mask, call)) }),
      },
    }
  }
  const { pictures, warnings } = await sentPictures(request, request.model.mostImagePrompts, readableByEngines, call)
  const prompt = promptWithRoles(editPrompt(request, 'nothing'), pictures)
  const fields = pictures.length > 0 ? { prompt, ref_images: pictures.map(({ bytes }) => base64Of(bytes)) } : {}
  return { warnings, fields }
}

/** The choices, by the names of its own interface (api.md). The rest is left to what it was started with. */
function chosenOf({ controls }: ImageRequest) {
  const { steps, guidance, sampler, negativePrompt, loras, format } = controls ?? {}
  const sampling = {
    ...(sampler !== undefined && { sample_method: sampler }),
    ...(steps !== undefined && { sample_steps: steps }),
    ...(guidance !== undefined && { guidance: { txt_cfg: guidance } }),
  }
  return {
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
    ...(Object.keys(sampling).length > 0 && { sample_params: sampling }),
    // A LoRA is listed, and asked for, by its path below the folder of LoRAs.
    ...(loras && { lora: loras.map(({ name, weight }) => ({ path: name, multiplier: weight })) }),
    output_format: format ?? 'png',
  }
}

async function jobFor(request: ImageRequest, use: PictureUse, call: PictureCall) {
  const { fields, warnings } = await picturesOf(request, use, call)
  const { prompt, size, seed } = request
  return { warnings, json: { prompt, ...size, seed, batch_count: 1, ...chosenOf(request), ...fields } }
}

async function waitFor(requestId: string, pollMs: number, signal: AbortSignal): Promise<Uint8Array> {
  const job = jobAt(requestId)
  if (!job) throw vendorFailure(engine, 'unknown')
  for (;;) {
    const { status, result, error } = await askForJson(job.server, jobSchema, { path: job.path, signal })
    const [picture] = result?.images ?? []
    if (status === 'completed') return askForPicture(job.server, picture?.b64_json || picture?.url || '', signal)
    if (status === 'cancelled')
      throw new ProviderError('failed', 'The picture was stopped in sd-server. Try again.', {
        health: 'reachable',
        request: 'over',
      })
    if (status === 'failed')
      throw vendorFailure(engine, 'failed', { vendorCode: `${error?.code}: ${error?.message}`, request: 'over' })
    await pause(pollMs, signal)
  }
}

/** The job of an earlier call, if the engine still has it: a restart forgets it, and so does time. */
async function knownJob(requestId: string | null, signal: AbortSignal): Promise<string | null> {
  const job = requestId ? jobAt(requestId) : null
  if (!job) return null
  try {
    await askForJson(job.server, jobSchema, { path: job.path, signal })
    return requestId
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'invalid') return null
    throw error
  }
}

/** sd-server by its own interface: jobs with an id, which survive a restart of this server and can be canceled. */
export const sdServerAt = (address: string, pollMs: number, pictures: PictureUse = 'start'): LocalMaker => ({
  async generate(request, call) {
    const server = engineAt(address)
    const { json, warnings } = await jobFor(request, pictures, call)
    let requestId = await knownJob(call.requestId, call.signal)
    if (!requestId) {
      const { id } = await askForJson(server, acceptedSchema, { path: '/sdcpp/v1/img_gen', json, signal: call.signal })
      requestId = `${address}/sdcpp/v1/jobs/${id}`
      await call.rememberRequest(requestId)
    }
    const bytes = await waitFor(requestId, pollMs, call.signal)
    if (bytes.length === 0) throw vendorFailure(engine, 'empty', { request: 'over' })
    return { bytes, seed: request.seed, warnings, requestId }
  },
})

/** A finished job can't be canceled (409), which is as good. */
export const cancelSdServerJob: CancelLocal = async (requestId, signal) => {
  const job = jobAt(requestId)
  if (job) await notifyEngine(job.server, { path: `${job.path}/cancel`, json: {}, signal }).catch(() => undefined)
  signal.throwIfAborted()
  return null
}

/** The choices that an sd-server names, with the values that it was started with. */
function controlsOf(capabilities: Capabilities): ModelControls {
  const { samplers = [], loras = [] } = capabilities
  const defaults = capabilities.defaults_by_mode?.img_gen ?? capabilities.defaults
  const formats = capabilities.output_formats_by_mode?.img_gen ?? capabilities.output_formats ?? []
  const { sample_method: method, sample_steps: steps, guidance } = defaults?.sample_params ?? {}
  const { steps: someSteps, guidance: someGuidance, ...others } = diffusionControls(defaultSampling, samplers)
  const readable = formats.filter((each) => ['png', 'jpeg', 'webp'].includes(each))
  return withLoras(
    {
      ...others,
      ...(someSteps && { steps: { ...someSteps, usual: steps ?? null } }),
      ...(someGuidance && { guidance: { ...someGuidance, usual: guidance?.txt_cfg ?? null } }),
      ...(others.sampler && {
        sampler: { options: samplers, usual: samplers.find((each) => each === method) ?? null },
      }),
      ...(readable.length > 1 && { format: { options: readable, usual: 'png' } }),
    },
    loras.map(({ path }) => ({ name: path, triggers: [] })),
  )
}

/** The one model that an sd-server has loaded. */
export async function lookAtSdServer(
  address: string,
  pollMs: number,
  signal: AbortSignal,
): Promise<FoundModel<LocalMaker>[]> {
  const { supported_modes: modes, ...capabilities } = await askForJson(engineAt(address), capabilitiesSchema, {
    path: '/sdcpp/v1/capabilities',
    signal,
  })
  if (modes && !modes.includes('img_gen')) return []
  const id = capabilities.model.stem || capabilities.model.name || 'sd-cpp-local'
  return [
    {
      model: {
        ...localModel({
          provider: 'openai-compatible',
          engine: 'sd-server',
          prefix: 'sd-server',
          id,
          pictures: 1,
          edits: inpaintingEdits,
        }),
        controls: controlsOf(capabilities),
      },
      place: sdServerAt(address, pollMs),
    },
  ]
}
