import { posix } from 'node:path'
import sharp from 'sharp'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type {
  ComfyHistory,
  ComfyQueue,
  ComfyQueued,
  ComfyUploaded,
} from '#server/providers/local/comfyui/comfyui-replies.ts'
import { type ComfyOrder, checkOrder, objectInfo, readOrder } from './comfyui-graph.ts'
import { flatPicture } from './flat-picture.ts'
import { paintedEdit, readMask } from './painted-edit.ts'
import {
  type Asked,
  type Scene,
  startVendorFake,
  type VendorDesk,
  type VendorFake,
  vendorWords,
} from './vendor-fake.ts'
import { slowLooks, type VendorJob, vendorJobs } from './vendor-jobs.ts'

/** A prompt that cannot be run, as ComfyUI refuses it. */
const refusal = (status: number) =>
  Response.json(
    { error: { type: 'prompt_outputs_failed_validation', message: vendorWords }, node_errors: {} },
    { status },
  )

const failures: Partial<Record<Scene, () => Response>> = {
  overloaded: () => refusal(503),
  'invalid-request': () => refusal(400),
}

/** The socket's messages about a step: the progress of the sampler and its preview, as server.py packs them. */
async function sayStep(socket: WebSocket, step: number): Promise<void> {
  socket.send(JSON.stringify({ type: 'progress', data: { value: step, max: 10, node: 'sampler' } }))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(1, 0)
  head.writeUInt32BE(2, 4)
  socket.send(Buffer.concat([head, await flatPicture({ width: 64, height: 64 })]))
}

/** The history of a prompt that has ended. */
function endOf(job: VendorJob, samplerId: string): ComfyHistory[string] {
  const file = { filename: `${job.id}.png`, subfolder: '', type: 'temp' }
  const failed = {
    node_id: samplerId,
    node_type: 'KSampler',
    exception_type: 'RuntimeError',
    exception_message: vendorWords,
    traceback: [],
  }
  if (job.isCancelled)
    return { outputs: {}, status: { status_str: 'error', messages: [['execution_interrupted', {}]] } }
  if (job.scene === 'fails')
    return { outputs: {}, status: { status_str: 'error', messages: [['execution_error', failed]] } }
  const images = job.scene === 'empty' ? [] : [file]
  return { outputs: { show: { images } }, status: { status_str: 'success', messages: [['execution_start', {}]] } }
}

/** ComfyUI with one checkpoint: its queue, history, files and socket. */
export function startComfyUiFake(): Promise<VendorFake> {
  const sockets = new Map<string, WebSocket>()
  const clientOf = new Map<string, string>()
  const samplerOf = new Map<string, string>()
  /** The graphs of prompts, which the queue and the history show. */
  const graphs = new Map<string, unknown>()
  const socketServer = new WebSocketServer({ noServer: true })
  let at: VendorDesk
  const jobs = vendorJobs(() => at)
  const files = new Map<string, Uint8Array>()
  const all: VendorJob[] = []
  const isEnded = (job: VendorJob) => job.isCancelled || !jobs.isWorking(job)

  async function historyOf(id: string): Promise<Response> {
    const job = jobs.look(id)
    if (!job || !isEnded(job)) {
      const socket = sockets.get(clientOf.get(id) ?? '')
      if (job && socket && job.scene === 'delivers-slowly')
        await sayStep(socket, job.looks * Math.floor(10 / slowLooks))
      return Response.json({})
    }
    const prompt = [1, id, graphs.get(id) ?? {}, {}, []]
    return Response.json({ [id]: { prompt, ...endOf(job, samplerOf.get(id) ?? '') } } satisfies ComfyHistory)
  }

  async function view(query: URLSearchParams): Promise<Response> {
    const job = jobs.find((query.get('filename') ?? '').replace('.png', ''))
    if (!job || query.get('type') !== 'temp') return new Response(null, { status: 404 })
    const picture = await fetch(await jobs.pictureOf(job))
    return new Response(picture.body, { status: picture.status === 403 ? 404 : picture.status })
  }

  /** What a graph makes that paints into a mask or enlarges, as its nodes read the mask; null for any other. */
  async function madeBy({ nodes }: ComfyOrder): Promise<Buffer | null> {
    const picture = files.get(String(nodes.get('LoadImage')?.image))
    if (!picture) return null
    if (nodes.has('ImageUpscaleWithModel')) {
      const { width, height } = z.object({ width: z.number(), height: z.number() }).parse(nodes.get('ImageScale'))
      return sharp(picture).resize(width, height, { fit: 'fill', kernel: 'nearest' }).png().toBuffer()
    }
    const mask = nodes.get('LoadImageMask')
    const stored = files.get(String(mask?.image))
    const isPainted = nodes.has('SetLatentNoiseMask') || nodes.has('InpaintModelConditioning')
    // The red channel is the mask itself; the alpha channel counts the other way round.
    if (!stored || !isPainted) return null
    return paintedEdit(picture, await readMask(stored, mask?.channel === 'red' ? 'white' : 'transparent'))
  }

  async function queue(asked: Asked, desk: VendorDesk): Promise<Response> {
    const scene = desk.takeScene()
    const failed = failures[scene]?.()
    if (failed) return failed
    const checked = checkOrder(asked.json())
    if (!checked) return refusal(400)
    if ('refusal' in checked) return Response.json(checked.refusal, { status: 400 })
    const { order } = checked
    const job = jobs.create(scene, order.size, order.seed)
    const made = await madeBy(order)
    if (made) job.made = made
    all.push(job)
    graphs.set(job.id, (asked.json() as { prompt: unknown }).prompt)
    samplerOf.set(job.id, order.samplerId)
    clientOf.set(job.id, order.clientId)
    return Response.json({ prompt_id: job.id, number: 1, node_errors: {} } satisfies ComfyQueued)
  }

  function stop(ids: readonly unknown[]): Response {
    for (const job of all) if (ids.includes(job.id)) job.isCancelled = true
    return new Response(null)
  }

  async function answer(asked: Asked, desk: VendorDesk): Promise<Response> {
    at = desk
    const { pathname, searchParams } = new URL(asked.path, desk.url)
    const [, promptId] = /^\/history\/([\w-]+)$/.exec(pathname) ?? []
    if (promptId) return historyOf(promptId)
    const [, nodeClass] = /^\/object_info\/([^/]+)$/.exec(pathname) ?? []
    if (nodeClass) return Response.json(objectInfo(decodeURIComponent(nodeClass)))
    switch (`${asked.method} ${pathname}`) {
      case 'GET /models/checkpoints':
        return Response.json(['sdxl/base_1.0.safetensors', 'sdxl/inpainting_0.1.safetensors'])
      case 'GET /models/upscale_models':
        return Response.json(['4x-UltraSharp.pth'])
      case 'GET /models/loras':
        return Response.json(['ink.safetensors'])
      case 'GET /view_metadata/loras':
        return Response.json({ 'modelspec.trigger_phrase': 'inkwash, brush' })
      case 'POST /upload/image': {
        const form = await asked.form()
        const name = uploadName(form, files)
        const subfolder = subfolderOf(form)
        if (subfolder === null) return new Response(null, { status: 400 })
        files.set(posix.join(subfolder, name), await (form.get('image') as File).bytes())
        return Response.json({ name, subfolder } satisfies ComfyUploaded)
      }
      case 'POST /prompt':
        return queue(asked, desk)
      case 'GET /queue': {
        const running = all.filter((job) => !isEnded(job)).map(({ id }) => [0, id, graphs.get(id) ?? {}, {}, []])
        return Response.json({ queue_running: running, queue_pending: [] } satisfies ComfyQueue)
      }
      case 'POST /queue':
        return stop((asked.json() as { delete: string[] }).delete)
      case 'POST /interrupt':
        return stop([(asked.json() as { prompt_id: string }).prompt_id])
      case 'GET /view':
        return view(searchParams)
      default:
        return new Response(null, { status: 404 })
    }
  }

  return startVendorFake({
    answer,
    isCreate: ({ path }) => path === '/prompt',
    isCancel: ({ path, method }) => path === '/interrupt' || (path === '/queue' && method === 'POST'),
    upgrade(incoming, connection, head) {
      const clientId = new URL(incoming.url ?? '', 'http://fake').searchParams.get('clientId') ?? ''
      socketServer.handleUpgrade(incoming, connection, head, (socket) => {
        sockets.set(clientId, socket)
        socket.send(JSON.stringify({ type: 'status', data: { sid: clientId } }))
      })
    },
  })
}

/** The folder of an upload, below that of the inputs (server.py, `image_upload`); null for one outside of it. */
function subfolderOf(form: FormData): string | null {
  const folder = posix.normalize(String(form.get('subfolder') ?? ''))
  return folder.startsWith('..') || folder.startsWith('/') ? null : folder === '.' ? '' : folder
}

/** ComfyUI keeps an upload under its given name, or a new one where there is a file and it may not be overwritten. */
function uploadName(form: FormData, files: ReadonlyMap<string, Uint8Array>): string {
  const file = form.get('image')
  if (!(file instanceof File) || form.get('type') !== 'input') throw new Error('No image was uploaded.')
  const mayOverwrite = ['true', '1'].includes(String(form.get('overwrite')))
  const isTaken = !mayOverwrite && files.has(posix.join(subfolderOf(form) ?? '', file.name))
  return isTaken ? `${posix.parse(file.name).name} (1)${posix.extname(file.name)}` : file.name
}

/** The pictures that a prompt loads: they were uploaded before it. */
export async function picturesOfComfyUi(create: Asked, fake: VendorFake): Promise<Uint8Array[]> {
  const wanted = readOrder(create.json())?.images ?? []
  const forms = await Promise.all(fake.asked.filter(({ path }) => path === '/upload/image').map((each) => each.form()))
  const all = forms.map((form) => form.get('image')).filter((file) => file instanceof File)
  // A later upload of the same name clears it.
  const files = all.filter(({ name }, index) => all.findIndex((each) => each.name === name) === index)
  return Promise.all(
    files
      .filter(({ name }) => wanted.some((each) => each.endsWith(`/${name}`)))
      .map(async (file) => new Uint8Array(await file.arrayBuffer())),
  )
}
