import { createHash } from 'node:crypto'
import { FormData } from 'undici'
import type { WorkflowGraph } from '#domain/workflows/workflow.ts'
import type { ReadablePicture } from '../input-pictures.ts'
import { askForBytes, askForJson, type LocalEngine, notifyEngine } from '../local/local-http.ts'
import { ProviderError } from '../provider.ts'
import { vendorFailure } from '../vendor-failure.ts'
import { checkEnd, refusalOf } from './comfyui-failures.ts'
import {
  type ComfyEnded,
  type ComfyFile,
  type ComfyNodeInfo,
  checkpointsSchema,
  historyOf,
  lorasSchema,
  metadataSchema,
  nodeInfoOf,
  queuedSchema,
  queueSchema,
  uploadedSchema,
} from './comfyui-replies.ts'

/** One ComfyUI. */
export type ComfyUi = ReturnType<typeof comfyUiAt>

const idsOf = (entries: readonly (readonly unknown[])[]) => entries.map(([, id]) => id)

/** The picture of a prompt: a saved one before a preview. */
function pictureOf({ outputs }: ComfyEnded): ComfyFile | undefined {
  const files = Object.values(outputs).flatMap(({ images }) => images ?? [])
  return files.find(({ type }) => type === 'output') ?? files[0]
}

/** The calls to a ComfyUI at an address: 'http://127.0.0.1:8188'. */
export function comfyUiAt(address: string) {
  const server: LocalEngine = { engine: 'ComfyUI', address }
  return {
    address,

    checkpoints: (signal: AbortSignal) =>
      askForJson(server, checkpointsSchema, { path: '/models/checkpoints', signal }),

    /** Models that enlarge; none where it has no such folder, as old versions. */
    async upscalers(signal: AbortSignal): Promise<readonly string[]> {
      return askForJson(server, checkpointsSchema, { path: '/models/upscale_models', signal }).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          if (error instanceof ProviderError && error.health === 'unreachable') throw error
          return []
        },
      )
    },

    loras: (signal: AbortSignal) => askForJson(server, lorasSchema, { path: '/models/loras', signal }),

    /** The header of a LoRA's file. */
    metadataOf: (lora: string, signal: AbortSignal) =>
      askForJson(server, metadataSchema, {
        path: `/view_metadata/loras?${new URLSearchParams({ filename: lora })}`,
        signal,
      }),

    /** Named by a hash of its content: the same picture is stored there once. @returns The name by which a graph loads it. */
    async upload({ bytes, mediaType }: ReadablePicture, signal: AbortSignal): Promise<string> {
      const form = new FormData()
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      form.set('image', new Blob([new Uint8Array(bytes)], { type: mediaType }), `${digest}.${mediaType.split('/')[1]}`)
      form.set('subfolder', 'espalier')
      form.set('overwrite', 'true')
      form.set('type', 'input')
      const { name, subfolder } = await askForJson(server, uploadedSchema, { path: '/upload/image', form, signal })
      return subfolder ? `${subfolder}/${name}` : name
    },

    /** @param named The graph again, where a refusal shall name its node. @returns The id of the queued prompt. */
    async queue(
      graph: WorkflowGraph,
      { clientId, named, signal }: { clientId: string; named: WorkflowGraph | null; signal: AbortSignal },
    ): Promise<string> {
      // Newer versions send previews only to a client that requests them with the prompt.
      const json = { prompt: graph, client_id: clientId, extra_data: { preview_method: 'auto' } }
      const explain = (status: number, body: string) => (named && status === 400 ? refusalOf(named, body) : null)
      return (await askForJson(server, queuedSchema, { path: '/prompt', json, explain, signal })).prompt_id
    },

    /** What a class of nodes takes; null for one that it doesn't have. */
    async nodeInfo(name: string, signal: AbortSignal): Promise<ComfyNodeInfo | null> {
      const path = `/object_info/${encodeURIComponent(name)}`
      return (await askForJson(server, nodeInfoOf(name), { path, signal }))[name] ?? null
    },

    /** The prompt when it has ended, else null. */
    async ended(promptId: string, signal: AbortSignal): Promise<ComfyEnded | null> {
      const history = await askForJson(server, historyOf(promptId), { path: `/history/${promptId}`, signal })
      return history[promptId] ?? null
    },

    async place(promptId: string, signal: AbortSignal): Promise<'running' | 'waiting' | 'unknown'> {
      const { queue_running, queue_pending } = await askForJson(server, queueSchema, { path: '/queue', signal })
      if (idsOf(queue_running).includes(promptId)) return 'running'
      return idsOf(queue_pending).includes(promptId) ? 'waiting' : 'unknown'
    },

    /** @param named The graph where a failure shall name its node. @throws ProviderError where there is none. */
    async picture(
      ended: ComfyEnded,
      { named, signal }: { named: WorkflowGraph | null; signal: AbortSignal },
    ): Promise<Uint8Array> {
      checkEnd(ended, named)
      const file = pictureOf(ended)
      if (!file) throw vendorFailure('ComfyUI', 'empty', { request: 'over' })
      return askForBytes(server, { path: `/view?${new URLSearchParams(file)}`, signal })
    },

    removeFromQueue: (promptId: string, signal: AbortSignal) =>
      notifyEngine(server, { path: '/queue', json: { delete: [promptId] }, signal }),

    /** Newer versions stop only the named prompt, older ones the running one. */
    interrupt: (promptId: string, signal: AbortSignal) =>
      notifyEngine(server, { path: '/interrupt', json: { prompt_id: promptId }, signal }),
  }
}
