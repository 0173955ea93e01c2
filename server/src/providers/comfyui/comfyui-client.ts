import { createHash } from 'node:crypto'
import { FormData } from 'undici'
import type { ReadablePicture } from '../input-pictures.ts'
import { askForBytes, askForJson, type LocalEngine, notifyEngine } from '../local/local-http.ts'
import { ProviderError } from '../provider.ts'
import { vendorFailure } from '../vendor-failure.ts'
import {
  type ComfyEnded,
  type ComfyFile,
  checkpointsSchema,
  historyOf,
  queuedSchema,
  queueSchema,
  uploadedSchema,
} from './comfyui-replies.ts'
import type { ComfyGraph } from './workflow.ts'

/** One ComfyUI. */
export type ComfyUi = ReturnType<typeof comfyUiAt>

const idsOf = (entries: readonly (readonly unknown[])[]) => entries.map(([, id]) => id)

/** The picture of a prompt: a saved one before a preview. */
function pictureOf({ outputs }: ComfyEnded): ComfyFile | undefined {
  const files = Object.values(outputs).flatMap(({ images }) => images ?? [])
  return files.find(({ type }) => type === 'output') ?? files[0]
}

/** @throws ProviderError where the prompt ended without completing. */
function checkEnd({ status }: ComfyEnded): void {
  const [name, data] = status?.messages?.find(([each]) => /^execution_(error|interrupted)$/.test(each)) ?? []
  if (name === 'execution_interrupted')
    throw new ProviderError('failed', 'The picture was stopped in ComfyUI. Try again.', {
      health: 'reachable',
      request: 'over',
    })
  if (!name && status?.status_str !== 'error') return
  const vendorCode = `${data?.exception_type}: ${data?.exception_message}`
  throw /out of memory|OutOfMemory/i.test(vendorCode)
    ? new ProviderError('failed', "ComfyUI's graphics card ran out of memory. Try a smaller model.", {
        health: 'reachable',
        vendorCode,
        request: 'over',
      })
    : vendorFailure('ComfyUI', 'failed', { vendorCode, request: 'over' })
}

/** The calls to a ComfyUI at an address: 'http://127.0.0.1:8188'. */
export function comfyUiAt(address: string) {
  const server: LocalEngine = { engine: 'ComfyUI', address }
  return {
    address,

    checkpoints: (signal: AbortSignal) =>
      askForJson(server, checkpointsSchema, { path: '/models/checkpoints', signal }),

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

    /** @returns The id of the queued prompt. */
    async queue(graph: ComfyGraph, clientId: string, signal: AbortSignal): Promise<string> {
      // Newer versions send previews only to a client that requests them with the prompt.
      const json = { prompt: graph, client_id: clientId, extra_data: { preview_method: 'auto' } }
      return (await askForJson(server, queuedSchema, { path: '/prompt', json, signal })).prompt_id
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

    /** @throws ProviderError where there is none. */
    async picture(ended: ComfyEnded, signal: AbortSignal): Promise<Uint8Array> {
      checkEnd(ended)
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
