import { ideogramEdited, isIdeogramEdit } from './ideogram-edits.ts'
import { readIdeogramForm } from './ideogram-form.ts'
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
import { type VendorJob, vendorJobs } from './vendor-jobs.ts'

/** The reply to an asynchronous request, and to a poll (developer.ideogram.ai/v2). */
type Accepted = { readonly generation_id: string; readonly generation_kind: 'sampling'; readonly seed: number }
type Generation = {
  readonly generation_id: string
  readonly status: 'pending' | 'completed' | 'failed'
  readonly created: string
  readonly response_type?: 'url'
  readonly usage_cost_usd_micros?: number
  readonly failure_reason?: string
  readonly data?: readonly {
    readonly url: string | null
    readonly b64_json?: string | undefined
    readonly prompt: string
    readonly resolution: string
    readonly seed: number
    readonly is_image_safe: boolean
  }[]
}

const failed = (status: number, reject_reason: string, headers: Record<string, string> = {}, error = vendorWords) =>
  Response.json({ error, reject_reason }, { status, headers })

/** A plan without private generation: the words of the reply are not documented. */
const notPrivate = () =>
  failed(403, 'forbidden', {}, `${vendorWords}: private generation is not available on your plan.`)

const turnedAway: Partial<Record<Scene, () => Response>> = {
  'rate-limited': () => failed(429, 'inflight_limit', { 'retry-after': `${retryAfterSeconds}` }),
  'wrong-key': () => failed(401, 'unauthorized', {}, `${vendorWords}: ${fakeKey}`),
  'no-credit': () => failed(402, 'insufficient_funds'),
  overloaded: () => failed(503, 'unavailable'),
  'invalid-request': () => failed(422, 'invalid_request'),
  'refuses-privacy': notPrivate,
  'refuses-at-once': () => failed(422, 'rejected', {}, `${vendorWords}: the prompt failed the safety check.`),
}

const failureReasons: Partial<Record<Scene, string>> = {
  refuses: 'content_policy_violation',
  fails: 'internal_error',
}

/** Ideogram's API as far as it is used: each field of a form is checked; the price of a picture is its quote. */
export async function startIdeogramFake(): Promise<VendorFake> {
  let desk: VendorDesk | undefined
  const jobs = vendorJobs(() => desk as VendorDesk)
  /** The pictures of edits, by job. */
  const edited = new Map<string, string>()

  async function stateOf(job: VendorJob): Promise<Generation> {
    const { scene, size, seed } = job
    const base = { generation_id: job.id, created: '2026-11-21T12:00:00Z' }
    const failure_reason = failureReasons[scene]
    if (jobs.isWorking(job)) return { ...base, status: 'pending' }
    if (failure_reason) return { ...base, status: 'failed', failure_reason }
    const picture = { prompt: '', resolution: `${size.width}x${size.height}`, seed }
    const data =
      scene === 'empty'
        ? []
        : scene === 'refuses-the-picture'
          ? [{ ...picture, url: '', is_image_safe: false }]
          : edited.has(job.id)
            ? [{ ...picture, url: null, b64_json: edited.get(job.id), is_image_safe: true }]
            : [{ ...picture, url: await jobs.pictureOf(job), is_image_safe: true }]
    return { ...base, status: 'completed', response_type: 'url', usage_cost_usd_micros: 60_000, data }
  }

  async function create(asked: Asked, call: { verb: string; model: string }, scene: Scene): Promise<Response> {
    const away = turnedAway[scene]
    if (away) return away()
    const form = await asked.form()
    const read = await readIdeogramForm(call, form)
    if ('mistake' in read) return failed(422, 'invalid_request', {}, `${vendorWords} ${read.mistake}`)
    if (form.get('async') !== 'true')
      return failed(422, 'invalid_request', {}, 'This fake supports asynchronous requests alone.')
    const job = jobs.create(scene, read.size, read.seed)
    return Response.json({
      generation_id: job.id,
      generation_kind: 'sampling',
      seed: job.seed,
    } satisfies Accepted)
  }

  async function edit(asked: Asked, name: string, scene: Scene): Promise<Response> {
    const away = turnedAway[scene]
    if (away) return away()
    const made = await ideogramEdited(name, await asked.form())
    if ('mistake' in made) return failed(422, 'invalid_request', {}, `${vendorWords} ${made.mistake}`)
    const job = jobs.create(scene, { width: 0, height: 0 }, 0)
    edited.set(job.id, made.picture.toString('base64'))
    return Response.json({
      generation_id: job.id,
      generation_kind: 'sampling',
      seed: job.seed,
    } satisfies Accepted)
  }

  async function answer(asked: Asked, atDesk: VendorDesk): Promise<Response> {
    desk = atDesk
    const { method, path } = asked
    if (asked.headers.get('api-key') !== fakeKey) return failed(401, 'unauthorized')
    const [, verb, model] = /^\/v2\/image\/(generate|remix)\/(ideogram-[34])$/.exec(path) ?? []
    if (verb && model && method === 'POST') return create(asked, { verb, model }, atDesk.takeScene())
    const editing = /^\/v2\/image\/([a-z-]+\/[\w-]+)$/.exec(path)?.[1]
    if (editing && isIdeogramEdit(editing) && method === 'POST') return edit(asked, editing, atDesk.takeScene())
    if (path === '/v2/image/generate/ideogram-3?dry_run=true' && method === 'POST')
      return (
        turnedAway[atDesk.takeScene()]?.() ??
        Response.json({ object: 'price_quote', quantity: 1, usd_micros: 60_000, qualifier: 'exact' })
      )
    const job = jobs.look(/^\/v2\/generations\/([\w-]+)$/.exec(path)?.[1] ?? '')
    return job ? Response.json(await stateOf(job)) : failed(404, 'not_found')
  }

  return startVendorFake({
    answer,
    isCreate: ({ method, path }) => method === 'POST' && !path.includes('dry_run'),
  })
}
