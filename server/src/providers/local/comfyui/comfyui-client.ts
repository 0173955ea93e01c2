import { createHash, randomUUID } from 'node:crypto'
import { FormData } from 'undici'
import { nodeName, type WorkflowGraph } from '#domain/workflows/workflow.ts'
import type { ReadablePicture } from '#server/providers/common/input-pictures.ts'
import { jsonOf } from '#server/providers/common/json-answer.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { askForBytes, askForJson, type LocalEngine, notifyEngine } from '../local-http.ts'
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
  refusalSchema,
  uploadedSchema,
} from './comfyui-replies.ts'

const maxCharacters = 300
/** One line, as ComfyUI wrote it. Its messages may be a whole trace. */
const oneLine = (text: string) => {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line
}
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Too old versions put the node into a text: "Node ID '#5'". */
const nodeIn = (details: string | undefined) => /#([^'"\s]+)/.exec(details ?? '')?.[1]

/**
 * Why ComfyUI did not queue a graph, with the node: 'ComfyUI refuses "My sampler" (KSampler, node 3): Value not in list.'
 * @returns Null where the answer names none.
 */
function refusalOf(graph: WorkflowGraph, body: string): ProviderError | null {
  const parsed = refusalSchema.safeParse(jsonOf(body))
  if (!parsed.success) return null
  const { error, node_errors: nodes } = parsed.data
  const [first] = Object.entries(nodes).flatMap(([id, { errors }]) => errors.map((each) => ({ id, ...each })))
  if (!first && !error) return null
  const id = first?.id ?? error?.extra_info?.node_id ?? nodeIn(error?.details)
  const { message = '', details } = first ?? error ?? {}
  const why = asSentence(oneLine(details && first ? `${message}: ${details}` : message))
  const where = id === undefined ? 'this workflow' : nodeName(graph, id)
  return new ProviderError('invalid', `ComfyUI refuses ${where}: ${why}`, {
    health: 'reachable',
    vendorCode: body.slice(0, maxCharacters),
  })
}

/**
 * Checks how a prompt ended. @param graph Of a workflow of the operator's or a person's own, whose nodes are named then.
 * @throws ProviderError where it ended without completing.
 */
function checkEnd({ status }: ComfyEnded, graph: WorkflowGraph | null): void {
  const [name, data] = status?.messages?.find(([each]) => /^execution_(error|interrupted)$/.test(each)) ?? []
  if (name === 'execution_interrupted')
    throw new ProviderError('failed', 'The picture was stopped in ComfyUI. Try again.', {
      health: 'reachable',
      request: 'over',
    })
  if (!name && status?.status_str !== 'error') return
  const vendorCode = `${data?.exception_type}: ${data?.exception_message}`
  if (/out of memory|OutOfMemory/i.test(vendorCode))
    throw new ProviderError('failed', "ComfyUI's graphics card ran out of memory. Try a smaller model.", {
      health: 'reachable',
      vendorCode,
      request: 'over',
    })
  if (!graph || data?.node_id === undefined) throw vendorFailure('ComfyUI', 'failed', { vendorCode, request: 'over' })
  const why = asSentence(oneLine(String(data.exception_message ?? 'it gave no reason')))
  throw new ProviderError('failed', `ComfyUI failed at ${nodeName(graph, String(data.node_id))}: ${why}`, {
    health: 'reachable',
    vendorCode,
    request: 'over',
  })
}

/** One ComfyUI. */
export type ComfyUi = ReturnType<typeof comfyUiAt>

const idsOf = (entries: readonly (readonly unknown[])[]) => entries.map(([, id]) => id)

/** The picture of a prompt: a saved one before a preview. */
function pictureOf({ outputs }: ComfyEnded): ComfyFile | undefined {
  const files = Object.values(outputs).flatMap(({ images }) => images ?? [])
  return files.find(({ type }) => type === 'output') ?? files[0]
}

/** The folder of the pictures of one request: no other request can name it. */
export const newUploadFolder = (): string => `espalier/${randomUUID()}`

const uploadName = /^(espalier\/[0-9a-f-]{36})\/([0-9a-f]{32}\.\w+)$/

/** The pictures of folders of their own that a graph loads, as the history and the queue of ComfyUI show it. */
function uploadsIn(graph: unknown): { readonly folder: string; readonly name: string }[] {
  const nodes = typeof graph === 'object' && graph !== null ? Object.values(graph) : []
  return nodes.flatMap((node: unknown) => {
    const inputs: unknown = Object(node).inputs
    const [, folder = '', name = ''] = uploadName.exec(String(Object(inputs).image ?? '')) ?? []
    return folder === '' ? [] : [{ folder, name }]
  })
}

/** A PNG of one black pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

type StoredFile = { readonly bytes: Uint8Array; readonly mediaType: string; readonly name: string }

/** Writes a file into the input folder, over one of the same name. @returns The name by which a graph loads it. */
async function store(
  server: LocalEngine,
  { bytes, mediaType, name: wanted }: StoredFile,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type: mediaType }), wanted)
  form.set('subfolder', folder)
  form.set('overwrite', 'true')
  form.set('type', 'input')
  const { name, subfolder } = await askForJson(server, uploadedSchema, { path: '/upload/image', form, signal })
  return subfolder ? `${subfolder}/${name}` : name
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

    /** @param to.folder Of one request (`newUploadFolder`). @returns The name by which a graph loads it. */
    async upload(
      { bytes, mediaType }: ReadablePicture,
      { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
    ): Promise<string> {
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const file = { bytes, mediaType, name: `${digest}.${mediaType.split('/')[1]}` }
      return store(server, file, { folder, signal })
    },

    /**
     * Overwrites the pictures that a graph loads from a folder of its own by one pixel: ComfyUI has no call that removes a file of its
     * input folder (server.py, `upload_image`). Files of other folders stay.
     */
    async clearUploads(graph: unknown, signal: AbortSignal): Promise<void> {
      for (const { folder, name } of uploadsIn(graph))
        await store(server, { bytes: onePixel, mediaType: 'image/png', name }, { folder, signal })
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

    /** The inputs of a class of nodes; null for one that it doesn't have. */
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

    /** The graph of a prompt that waits or runs; null for one that is not in the queue. */
    async queuedGraph(promptId: string, signal: AbortSignal): Promise<unknown> {
      const { queue_running, queue_pending } = await askForJson(server, queueSchema, { path: '/queue', signal })
      return [...queue_running, ...queue_pending].find(([, id]) => id === promptId)?.[2] ?? null
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
