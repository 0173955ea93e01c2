import { isKreaModel, readKreaBody } from './krea-bodies.ts'
import { enlargedEdit } from './painted-edit.ts'
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

/** The pictures of a job in the three forms of Krea's OpenAPI text: a list of addresses, a list with their types, a dictionary. */
type KreaUrls =
  | readonly string[]
  | readonly { readonly type: 'model' | 'preview'; readonly url: string }[]
  | Readonly<Record<string, string>>

/** A job as Krea presents it (docs.krea.ai/api-reference/general/get-a-job-by-id). */
type KreaJobReply = {
  readonly job_id: string
  readonly status:
    | 'backlogged'
    | 'queued'
    | 'scheduled'
    | 'processing'
    | 'sampling'
    | 'intermediate-complete'
    | 'completed'
    | 'failed'
    | 'cancelled'
  readonly created_at: string
  readonly completed_at: string | null
  readonly result: { readonly urls?: KreaUrls; readonly nsfw?: boolean } | null
  readonly error?: { readonly code: string; readonly message: string }
}

const failed = (status: number, headers: Record<string, string> = {}, error = vendorWords) =>
  Response.json({ error }, { status, headers })

const turnedAway: Partial<Record<Scene, () => Response>> = {
  'rate-limited': () => failed(429, { 'retry-after': `${retryAfterSeconds}` }),
  'wrong-key': () => failed(401, {}, `${vendorWords}: ${fakeKey}`),
  'no-credit': () => failed(402),
  overloaded: () => failed(503),
  'invalid-request': () => failed(422, {}, `${vendorWords}: Unrecognized keys`),
}

const working: readonly KreaJobReply['status'][] = ['backlogged', 'queued', 'scheduled', 'processing', 'sampling']
const createdAt = '2026-11-21T12:00:00.000Z'

const uploadsTo = ({ asked }: VendorFake) => asked.filter(({ method, path }) => method === 'POST' && path === '/assets')

/** The pictures of a request: the files that were stored before it at the addresses that it names, in their order. */
export async function picturesOfKrea(create: Asked, fake: VendorFake): Promise<Uint8Array[]> {
  const read = readKreaBody(create.path.replace(/^\/generate\/(image|enhance)\//, ''), create.json())
  if ('mistake' in read) return []
  const uploads = uploadsTo(fake)
  return Promise.all(
    read.pictures.map(async (address) => {
      const upload = uploads[Number(/(\d+)\.png$/.exec(address)?.[1])]
      if (!upload) throw new Error(`Nothing was stored at ${address}.`)
      return ((await upload.form()).get('file') as File).bytes()
    }),
  )
}

/** Puts an address into the result of a job, as a vendor does. @param preview The address of a smaller picture. */
export type ListUrls = (url: string, preview: string) => KreaUrls

/** Krea's API as far as it is used, strict about requests; a job goes through its states in order. */
export async function startKreaFake(listUrls: ListUrls = (url) => [url]): Promise<VendorFake> {
  let desk: VendorDesk | undefined
  const assets = new Map<string, Uint8Array>()
  const jobs = vendorJobs(() => desk as VendorDesk)

  function present(job: VendorJob, state: Pick<KreaJobReply, 'status'> & Partial<KreaJobReply>): KreaJobReply {
    return { job_id: job.id, created_at: createdAt, completed_at: null, result: null, ...state }
  }

  async function stateOf(job: VendorJob): Promise<KreaJobReply> {
    const { scene, looks } = job
    if (job.isCancelled) return present(job, { status: 'cancelled' })
    if (jobs.isWorking(job)) {
      if (scene !== 'delivers-slowly' || looks < slowLooks)
        return present(job, { status: working[Math.min(looks, working.length - 1)] ?? 'processing' })
      const preview = await (desk as VendorDesk).publish({ width: 64, height: 64 }, 'whole')
      return present(job, { status: 'intermediate-complete', result: { urls: [preview] } })
    }
    const completed_at = createdAt
    if (scene === 'refuses')
      return present(job, { status: 'failed', completed_at, error: { code: 'nsfw_content', message: vendorWords } })
    if (scene === 'refuses-with-a-flag')
      return present(job, { status: 'completed', completed_at, result: { urls: [], nsfw: true } })
    if (scene === 'fails')
      return present(job, { status: 'failed', completed_at, error: { code: 'internal_error', message: vendorWords } })
    const preview = await (desk as VendorDesk).publish({ width: 64, height: 64 }, 'whole')
    const urls = scene === 'empty' ? [] : listUrls(await jobs.pictureOf(job), preview)
    return present(job, { status: 'completed', completed_at, result: { urls } })
  }

  async function storeAsset(asked: Asked): Promise<Response> {
    const form = await asked.form()
    const file = form.get('file')
    if (!(file instanceof File) || [...form.keys()].length !== 1) return failed(400)
    const image_url = `${desk?.url}/assets/${assets.size}.png`
    assets.set(image_url, await file.bytes())
    return Response.json({ id: `${assets.size}`, image_url, size_bytes: file.size, mime_type: file.type })
  }

  async function create(asked: Asked, model: string, scene: Scene): Promise<Response> {
    const away = turnedAway[scene]
    if (away) return away()
    if (!isKreaModel(model)) return failed(404, {}, `${vendorWords} Not found`)
    const read = readKreaBody(model, asked.json())
    if ('mistake' in read) return failed(422, {}, `${vendorWords} ${read.mistake}`)
    const given = read.pictures.map((address) => assets.get(address))
    if (given.includes(undefined)) return failed(422, {}, `${vendorWords} There is no picture at an address.`)
    const job = jobs.create(scene, read.size ?? { width: 0, height: 0 }, read.seed)
    if (given[0] && read.size === null) job.made = await enlargedEdit(given[0], read.factor)
    return Response.json(present(job, { status: 'backlogged' }))
  }

  async function answer(asked: Asked, atDesk: VendorDesk): Promise<Response> {
    desk = atDesk
    const { method, path } = asked
    if (asked.headers.get('authorization') !== `Bearer ${fakeKey}`) return failed(401)
    if (path === '/assets' && method === 'POST') return storeAsset(asked)
    const model = /^\/generate\/(?:image|enhance)\/([\w./-]+)$/.exec(path)?.[1]
    if (model && method === 'POST') return create(asked, model, atDesk.takeScene())
    if (path === '/jobs?limit=1' && method === 'GET')
      return turnedAway[atDesk.takeScene()]?.() ?? Response.json({ items: [], next_cursor: null })
    const id = /^\/jobs\/([\w-]+)$/.exec(path)?.[1] ?? ''
    const job = method === 'GET' ? jobs.look(id) : jobs.find(id)
    if (!job) return failed(404)
    if (method === 'GET') return Response.json(await stateOf(job))
    if (method !== 'DELETE') return failed(405)
    // Only waiting or processing jobs can be canceled.
    if (!jobs.isWorking(job)) return failed(409)
    job.isCancelled = true
    return new Response(null, { status: 200 })
  }

  return startVendorFake({
    answer,
    isCreate: ({ method, path }) => method === 'POST' && path.startsWith('/generate/'),
    isCancel: ({ method }) => method === 'DELETE',
  })
}
