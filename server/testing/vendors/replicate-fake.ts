import { randomUUID } from 'node:crypto'
import type { Account, FileObject, Prediction } from 'replicate'
import { dataUriBytes } from './data-uri-bytes.ts'
import { cutOutEdit, enlargedEdit, paintedEdit, readMask } from './painted-edit.ts'
import { readReplicateInput } from './replicate-inputs.ts'
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

const failed = (status: number, title: string, detail = vendorWords) =>
  Response.json({ title, detail, status }, { status })

const turnedAway: Partial<Record<Scene, () => Response>> = {
  // The real API also says it in words.
  'rate-limited': () =>
    failed(
      429,
      'Throttled',
      `${vendorWords}: Request was throttled. Your rate limit resets in ~${retryAfterSeconds}s.`,
    ),
  'wrong-key': () => failed(401, 'Unauthenticated', `${vendorWords}: ${fakeKey} is not a token.`),
  'no-credit': () => failed(402, 'Insufficient credit'),
  overloaded: () => failed(503, 'Service unavailable'),
  'invalid-request': () => failed(422, 'Input validation failed'),
}

/** How the models refuse and fail: by messages alone. */
const errors: Partial<Record<Scene, string>> = {
  refuses: 'NSFW content detected. Try running it again, or try a different prompt.',
  'refuses-by-code': `The input or output was flagged as sensitive. Please try again with different inputs. (E005) (${vendorWords})`,
  fails: `Prediction interrupted; please retry (code: PA) ${vendorWords}`,
}

export type ReplicateFake = VendorFake & {
  /** The bytes of an uploaded file, by its address. */
  fileAt(url: string): Uint8Array | undefined
}

/** Replicate's API as far as it is used, strict about requests; its replies are typed by the `replicate` package. */
export async function startReplicateFake(): Promise<ReplicateFake> {
  let desk: VendorDesk | undefined
  const jobs = vendorJobs(() => desk as VendorDesk)
  const models = new Map<string, { model: string; input: object }>()
  const files = new Map<string, Uint8Array>()

  function present(job: VendorJob, state: Pick<Prediction, 'status'> & Partial<Prediction>): Prediction {
    const { model = '', input = {} } = models.get(job.id) ?? {}
    return {
      id: job.id,
      model,
      version: 'hidden',
      input,
      source: 'api',
      data_removed: false,
      created_at: '2026-11-21T12:00:00.000Z',
      urls: {
        get: `${desk?.url}/v1/predictions/${job.id}`,
        cancel: `${desk?.url}/v1/predictions/${job.id}/cancel`,
        web: `https://replicate.com/p/${job.id}`,
      },
      ...state,
    }
  }

  async function stateOf(job: VendorJob): Promise<Prediction> {
    const error = errors[job.scene]
    if (job.isCancelled) return present(job, { status: 'canceled' })
    if (jobs.isWorking(job)) {
      if (job.looks === 1) return present(job, { status: 'starting', logs: '' })
      const percent = Math.min(95, Math.round((100 * job.looks) / (slowLooks + 1)))
      const logs = `Using seed: ${job.seed}\n  0%|          | 0/28 [00:00<?, ?it/s]\n ${percent}%|####      | 13/28 [00:02<00:02]\n`
      return present(job, { status: 'processing', logs })
    }
    if (error) return present(job, { status: 'failed', error, logs: vendorWords })
    if (job.scene === 'empty') return present(job, { status: 'succeeded', output: [] })
    const url = await jobs.pictureOf(job)
    const { model = '' } = models.get(job.id) ?? {}
    // One model returns a list, another a single address, as their output schemas say.
    const output = /krea|seedream|qwen/.test(model) ? [url] : url
    return present(job, { status: 'succeeded', output, metrics: { predict_time: 2.1 } })
  }

  /** What the models that only edit make of their picture, as each reads its mask; undefined for the others. */
  async function madeBy(
    model: string,
    { pictures: [picture], mask }: { pictures: readonly string[]; mask: string | null },
  ) {
    if (picture === undefined) return undefined
    const bytesAt = (uri: string) => files.get(uri) ?? dataUriBytes(uri)
    switch (model) {
      case 'black-forest-labs/flux-fill-pro':
        return paintedEdit(bytesAt(picture), mask === null ? null : await readMask(bytesAt(mask), 'white'))
      case 'recraft-ai/recraft-crisp-upscale':
        return enlargedEdit(bytesAt(picture), 2)
      case 'bria/remove-background':
        return cutOutEdit(bytesAt(picture))
      default:
        return undefined
    }
  }

  async function create(asked: Asked, model: string, scene: Scene): Promise<Response> {
    const away = turnedAway[scene]
    if (away) return away()
    const { input, ...rest } = asked.json() as { input: object }
    const read = readReplicateInput(model, input)
    if (Object.keys(rest).length > 0 || 'mistake' in read)
      return failed(422, 'Input validation failed', `${vendorWords} ${JSON.stringify(read)}`)
    if (read.pictures.some((uri) => uri.startsWith('http') && !files.has(uri)))
      return failed(422, 'Input validation failed', 'There is no such file.')
    const job = jobs.create(scene, read.size, read.seed)
    const made = await madeBy(model, read)
    if (made) job.made = made
    models.set(job.id, { model, input })
    return Response.json(present(job, { status: 'starting', logs: '' }), { status: 201 })
  }

  async function upload(asked: Asked, url: string): Promise<Response> {
    const form = await asked.form()
    const content = form.get('content')
    if (!(content instanceof Blob) || [...form.keys()].length !== 1) return failed(400, 'Bad request')
    const id = randomUUID()
    const get = `${url}/v1/files/${id}`
    files.set(get, new Uint8Array(await content.arrayBuffer()))
    return Response.json(
      {
        id,
        content_type: content.type,
        size: content.size,
        checksums: { sha256: '' },
        metadata: {},
        created_at: '2026-11-21T12:00:00.000Z',
        expires_at: '2026-11-22T12:00:00.000Z',
        urls: { get },
      } satisfies FileObject,
      { status: 201 },
    )
  }

  async function answer(asked: Asked, atDesk: VendorDesk): Promise<Response> {
    desk = atDesk
    const { method, path } = asked
    if (asked.headers.get('authorization') !== `Bearer ${fakeKey}`) return failed(401, 'Unauthenticated')
    const model = /^\/v1\/models\/([\w.-]+\/[\w.-]+)\/predictions$/.exec(path)?.[1]
    if (model && method === 'POST') return create(asked, model, atDesk.takeScene())
    if (path === '/v1/files' && method === 'POST') return upload(asked, atDesk.url)
    if (path === '/v1/account' && method === 'GET')
      return (
        turnedAway[atDesk.takeScene()]?.() ??
        Response.json({ type: 'user', username: 'ada', name: 'Ada' } satisfies Account)
      )
    const [, id = '', verb] = /^\/v1\/predictions\/([\w-]+)(\/cancel)?$/.exec(path) ?? []
    const job = verb ? jobs.find(id) : jobs.look(id)
    if (!job) return failed(404, 'Not found')
    if (verb && method === 'POST') job.isCancelled = true
    return Response.json(await stateOf(job))
  }

  const fake = await startVendorFake({
    answer,
    isCreate: ({ method, path }) => method === 'POST' && path.startsWith('/v1/models/'),
    isCancel: ({ method, path }) => method === 'POST' && path.endsWith('/cancel'),
  })
  return { ...fake, fileAt: (url) => files.get(url) }
}
