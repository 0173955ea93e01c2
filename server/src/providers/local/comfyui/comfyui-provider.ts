import { resultSize } from '#domain/edit/edit-frame.ts'
import { enlargingEdits, inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import type { WorkflowGraph } from '#domain/workflows/workflow.ts'
import { givenOf, maskAs } from '#server/providers/common/edit-pictures.ts'
import { paintedWords } from '#server/providers/common/edit-words.ts'
import {
  type ImageCall,
  type ImageProvider,
  type ImageRequest,
  type PictureCall,
  ProviderError,
} from '#server/providers/provider.ts'
import { createFoundModels, type FoundModel } from '../found-models.ts'
import { diffusionControls, samplingFor, withLoras } from '../local-controls.ts'
import { localModel } from '../local-model.ts'
import { pause } from '../pause.ts'
import { samplingOf, strengthOf } from '../sampling.ts'
import { startPicture } from '../start-picture.ts'
import { checkpointWorkflow } from './checkpoint-workflow.ts'
import { type ComfyChoices, createComfyChoices } from './comfyui-choices.ts'
import { type ComfyUi, comfyUiAt, newUploadFolder } from './comfyui-client.ts'
import { watchComfyUi } from './comfyui-socket.ts'
import { describeNodes } from './describe-nodes.ts'
import { inpaintGraph, upscaleGraph } from './edit-graphs.ts'
import { type NamedWorkflow, readWorkflows } from './read-workflows.ts'
import { graphOfStored } from './stored-workflow.ts'
import { fillWorkflow, type Workflow } from './workflow.ts'

/** The default address of ComfyUI. */
const defaultComfyUiAddresses: readonly string[] = ['http://127.0.0.1:8188']

type Settings = {
  /** Origins, without a path. */
  readonly addresses?: readonly string[]
  /** Workflows of the operator's own: *.json, exported for the API. */
  readonly workflowFolder?: string
  /** Called with a sentence for each unusable workflow. */
  readonly warn?: (message: string) => void
  readonly pollMs?: number
  /** Time limit for an engine to list its models. */
  readonly lookMs?: number
}

/** The place of a model of the picker: a checkpoint, or a workflow of the operator, and its ComfyUI. */
type Place = { readonly comfy: ComfyUi; readonly workflow: Workflow | null }

/** The stored request id is the prompt's address: it says which ComfyUI has it. */
const promptPattern = /^(https?:\/\/.+)\/history\/([\w-]+)$/
const promptAt = (requestId: string | null) => {
  const [, address = '', promptId = ''] = promptPattern.exec(requestId ?? '') ?? []
  return promptId ? { comfy: comfyUiAt(address), promptId } : null
}

const checkpointAt = (comfy: ComfyUi, id: string, { samplers, loras }: ComfyChoices): FoundModel<Place> => ({
  model: {
    ...localModel({
      provider: 'comfyui',
      engine: 'ComfyUI',
      prefix: 'comfyui',
      id,
      pictures: 1,
      edits: inpaintingEdits,
    }),
    controls: withLoras(diffusionControls(samplingOf(id), samplers), loras),
  },
  place: { comfy, workflow: null },
})

const upscalerAt = (comfy: ComfyUi, id: string): FoundModel<Place> => ({
  model: localModel({
    provider: 'comfyui',
    engine: 'ComfyUI upscaler',
    prefix: 'comfyui:upscale',
    id,
    pictures: 1,
    edits: enlargingEdits,
    editsAlone: true,
  }),
  place: { comfy, workflow: null },
})

/** The graph of an edit that a checkpoint can't make in the way of a new picture; null where it can. */
async function graphOfEdit(comfy: ComfyUi, request: ImageRequest, call: PictureCall): Promise<WorkflowGraph | null> {
  const { signal } = call
  const { edit, model, seed } = request
  if (!edit) return null
  const { picture, mask } = givenOf(edit)
  const folder = newUploadFolder()
  const png = (bytes: Uint8Array) => comfy.upload({ bytes, mediaType: 'image/png' }, { folder, signal })
  if (edit.asked.operation === 'upscale')
    return upscaleGraph(model.apiModel, await png(picture), resultSize(edit.asked, edit.source.size))
  if (!mask) return null
  return inpaintGraph({
    checkpoint: model.apiModel,
    words: paintedWords(request),
    picture: await png(picture),
    mask: await png(await maskAs('as-is', mask, call)),
    seed,
    ...samplingOf(model.apiModel),
    strength: strengthOf(request),
  })
}

const workflowAt = (comfy: ComfyUi, workflow: NamedWorkflow): FoundModel<Place> => ({
  model: localModel({
    provider: 'comfyui',
    engine: 'ComfyUI workflow',
    prefix: 'comfyui:workflow',
    id: workflow.file,
    pictures: workflow.slots.has('input image') ? 1 : 0,
    frames: workflow.slots.has('width') && workflow.slots.has('height') ? 'any' : 'its-own',
  }),
  place: { comfy, workflow },
})

/** The graph with all values of the request in their places. */
async function graphFor({ comfy, workflow }: Place, request: ImageRequest, call: PictureCall) {
  const { signal } = call
  if (request.workflow) return graphOfStored(comfy, request.workflow, { request, call })
  const edited = workflow ? null : await graphOfEdit(comfy, request, call)
  if (edited) return { graph: edited, warnings: [] }
  const { start, warnings } = await startPicture(request, call)
  if (!start && workflow?.slots.has('input image'))
    throw new ProviderError('invalid', 'This workflow needs a picture: attach one, or branch from one.')
  const { sampler, negativePrompt, loras } = request.controls ?? {}
  // Steps, guidance and the rest of the operator's own workflow stay as they are.
  const own = workflow
    ? {}
    : {
        checkpoint: request.model.apiModel,
        ...samplingFor(request),
        ...(sampler !== undefined && { sampler }),
        ...(negativePrompt !== undefined && { 'negative prompt': negativePrompt }),
      }
  const graph = fillWorkflow(workflow ?? checkpointWorkflow(start ? 'picture' : 'words', loras), {
    ...own,
    prompt: paintedWords(request),
    seed: request.seed,
    ...request.size,
    ...(start
      ? {
          'input image': await comfy.upload(start, { folder: newUploadFolder(), signal }),
          strength: strengthOf(request),
        }
      : {}),
  })
  return { graph, warnings }
}

/** The prompt of an earlier call, if this ComfyUI still has it: a restart forgets all of them. */
async function knownPrompt({ comfy }: Place, { requestId, signal }: ImageCall): Promise<string | null> {
  const prompt = promptAt(requestId)
  if (prompt?.comfy.address !== comfy.address) return null
  const isKnown = (await comfy.place(prompt.promptId, signal)) !== 'unknown'
  return isKnown || (await comfy.ended(prompt.promptId, signal)) ? prompt.promptId : null
}

const clearMs = 10_000

/** Removes the pictures of a prompt that has ended. A ComfyUI that does not answer keeps them, in a folder that no one else can name. */
const clearQuietly = (comfy: ComfyUi, graph: unknown): Promise<void> =>
  comfy.clearUploads(graph, AbortSignal.timeout(clearMs)).catch(() => undefined)

async function waitForPicture(
  comfy: ComfyUi,
  { promptId, named }: { readonly promptId: string; readonly named: WorkflowGraph | null },
  { pollMs, signal }: { readonly pollMs: number; readonly signal: AbortSignal },
) {
  for (;;) {
    // Read before the history: a prompt that ends between the two calls is in the history then.
    const place = await comfy.place(promptId, signal)
    const ended = await comfy.ended(promptId, signal)
    if (ended) {
      await clearQuietly(comfy, ended.prompt?.[2])
      return comfy.picture(ended, { named, signal })
    }
    if (place === 'unknown')
      throw new ProviderError('failed', 'ComfyUI was restarted before the picture was done. Try again.', {
        health: 'reachable',
        request: 'over',
      })
    await pause(pollMs, signal)
  }
}

/** The workflow whose nodes failures name; null for the graph of a checkpoint, which its reader has not written. */
const graphOf = ({ workflow }: Place, request: ImageRequest): WorkflowGraph | null =>
  (request.workflow ?? workflow)?.graph ?? null

/** The prompt to wait for: the one of an earlier call, or a new one. */
async function promptFor(
  place: Place,
  { request, named }: { readonly request: ImageRequest; readonly named: WorkflowGraph | null },
  call: ImageCall,
  clientId: string,
) {
  const known = await knownPrompt(place, call)
  if (known) return { promptId: known, warnings: [] }
  const { graph, warnings } = await graphFor(place, request, call)
  const promptId = await place.comfy.queue(graph, { clientId, named, signal: call.signal })
  await call.rememberRequest(`${place.comfy.address}/history/${promptId}`)
  return { promptId, warnings }
}

async function generate(place: Place, request: ImageRequest, call: ImageCall, pollMs: number) {
  const { comfy } = place
  const named = graphOf(place, request)
  const clientId = crypto.randomUUID()
  // Opened before the prompt is sent, so that its first steps are not missed.
  const stopWatching = await watchComfyUi({ address: comfy.address, clientId }, call)
  try {
    const { promptId, warnings } = await promptFor(place, { request, named }, call, clientId)
    const bytes = await waitForPicture(comfy, { promptId, named }, { pollMs, signal: call.signal })
    return { bytes, seed: request.seed, warnings, requestId: `${comfy.address}/history/${promptId}` }
  } finally {
    stopWatching()
  }
}

/** ComfyUI: every checkpoint and upscale model that it has by graphs of our own, and the operator's own workflows. */
export function createComfyUiProvider(settings: Settings = {}): ImageProvider {
  const {
    addresses = defaultComfyUiAddresses,
    workflowFolder,
    warn = () => undefined,
    pollMs = 1_000,
    lookMs,
  } = settings

  // Folders are scanned repeatedly; a broken file is reported once.
  const reported = new Set<string>()
  const warnOnce = (message: string) => {
    if (!reported.has(message)) warn(message)
    reported.add(message)
  }

  const readChoices = createComfyChoices()
  const look = async (address: string, signal: AbortSignal): Promise<FoundModel<Place>[]> => {
    const comfy = comfyUiAt(address)
    const [checkpoints, upscalers] = await Promise.all([comfy.checkpoints(signal), comfy.upscalers(signal)])
    const choices = await readChoices(comfy, signal)
    const workflows = workflowFolder ? await readWorkflows(workflowFolder, warnOnce) : []
    return [
      ...workflows.map((workflow) => workflowAt(comfy, workflow)),
      ...checkpoints.map((checkpoint) => checkpointAt(comfy, checkpoint, choices)),
      ...upscalers.map((upscaler) => upscalerAt(comfy, upscaler)),
    ]
  }
  const found = createFoundModels<Place>(addresses, look, lookMs)

  return {
    name: 'comfyui',
    concurrency: 1,
    opens: 'freely',
    async generate(request, call) {
      call.signal.throwIfAborted()
      const place = request.workflow
        ? { comfy: comfyUiAt(await found.anyAddress(call.signal)), workflow: null }
        : await found.placeOf(request.model, call.signal)
      return generate(place, request, call, pollMs)
    },
    workflows: {
      isReachable: () => found.isReachable(),
      async describe(classes, signal) {
        try {
          return await describeNodes(comfyUiAt(await found.anyAddress(signal)), classes, signal)
        } catch (error) {
          // It may have gone since it was asked last.
          await found.discover(signal).catch(() => [])
          throw error
        }
      },
    },
    async cancel(requestId, { signal }) {
      const prompt = promptAt(requestId)
      if (!prompt) return null
      const { comfy, promptId } = prompt
      const graph = await comfy.queuedGraph(promptId, signal)
      // Another running prompt must not be stopped instead.
      if ((await comfy.place(promptId, signal)) === 'running') await comfy.interrupt(promptId, signal)
      else await comfy.removeFromQueue(promptId, signal)
      await clearQuietly(comfy, graph)
      return null
    },
    discover: (signal) => found.discover(signal),
  }
}
