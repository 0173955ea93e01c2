import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { startApp } from '../e2e/support/app-process.ts'
import {
  chainOf,
  flatMask,
  flatPictures,
  largePicture,
  manyNames,
  maxTree,
  packedRecord,
  zipBombs,
} from './bombs/make-bombs.ts'
import { startOutsideServer } from './bombs/outside-server.ts'
import type { Health } from './bombs/watch-health.ts'
import { markdown, percentile } from './figures.ts'

/**
 * `npm run bench:bombs [-- --only rebuild]`: measures what one account, or none, can do to a process with a heap of 512
 * MB, with files and requests made to fill its memory or to occupy its capacity. For each: the reply, the growth of the
 * process's resident memory, and the slowest replies meanwhile, of /healthz and of the projects of another account, both requested
 * every 50 ms. Then the time of Go
 * and of the list of caps on a chain of 1,500 cards with 100 caps. Prints a table in Markdown.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const heapMegabytes = 512

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bombs-'))
await writeFile(join(dataDir, 'plans.json'), JSON.stringify({ signUp: 100_000 }))
const app = await startApp(dataDir, {
  NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
  PERSON_LIMITS: 'requests-per-second=1000',
  LOG_LEVEL: 'fatal',
  SKETCH_CREDITS: '1',
  // Stands for an https server of the attacker's.
  ALLOWED_PROVIDER_HOSTS: '127.0.0.1',
})
const { port } = new URL(app.url)

// The operator, who does nothing.
const other = await signUp()
const watcher = new Worker(new URL('./bombs/watch-health.ts', import.meta.url), {
  workerData: { url: app.url, pid: app.pid, cookie: other },
})
const outside = await startOutsideServer()

/** The measurements since the last reset. */
async function readHealth(): Promise<Health> {
  watcher.postMessage('read')
  const [health] = (await once(watcher, 'message')) as [Health]
  return health
}

function send(cookie: string, method: string, path: string, body?: object | FormData): Promise<Response> {
  return fetch(`${app.url}${path}`, {
    method,
    headers: {
      origin: app.url,
      cookie,
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
}

async function signUp(): Promise<string> {
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse', firstName: 'Ada' }
  const reply = await send('', 'POST', '/api/auth/sign-up/email', account)
  return reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

/** POST of one file, as a form. */
async function sendFile(cookie: string, path: string, bytes: Buffer): Promise<Response> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'file'))
  return send(cookie, 'POST', path, form)
}
const lookAt = (path: string) => ({ kind: 'openai-images', baseUrl: `${outside.url}${path}`, key: '' })
const modelAt = (path: string) => ({ provider: 'compatible', baseUrl: `${outside.url}${path}/v1` })
/** An edit with one small picture, and values beside it that no one asked for. */
async function editOf(values: string): Promise<Buffer<ArrayBuffer>> {
  const picture = (await largePicture(500, '{}')).toString('base64')
  return Buffer.from(`{"prompt":"x","images":[{"image_url":"data:image/png;base64,${picture}"}],"x":[${values}{}]}`)
}
const repeat = (count: number, ask: () => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, async () => drained(await ask())))
const drained = async (reply: Response) => {
  await reply.arrayBuffer()
  return reply.status
}

type Row = Record<'bomb' | 'answers' | 'grown by' | 'slowest /healthz' | 'slowest for another' | 'took', string>
const rows: Row[] = []

async function measure(bomb: string, explode: () => Promise<readonly number[]>): Promise<void> {
  if (!bomb.includes(values.only)) return
  await wait(1_000)
  const before = await readHealth()
  const startedAt = performance.now()
  const statuses = await explode()
  const seconds = (performance.now() - startedAt) / 1_000
  // At least one measurement of the memory after a quick request.
  await wait(300)
  const seen = await readHealth()
  const counts = Map.groupBy(statuses, String)
  rows.push({
    bomb,
    answers: [...counts].map(([status, each]) => `${each.length} × ${status}`).join(', '),
    'grown by': `${Math.round(seen.residentMegabytes - before.residentMegabytes)} MB`,
    'slowest /healthz': `${Math.round(seen.slowestMs)} ms`,
    'slowest for another': `${Math.round(seen.slowestOtherMs)} ms`,
    took: `${seconds.toFixed(1)} s`,
  })
  console.error(rows.at(-1))
}

/** Opens a connection and sends the head of a request with the first byte of its body. */
async function halfRequest(): Promise<() => void> {
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST /api/auth/sign-in/email HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
  )
  return () => socket.destroy()
}

try {
  const ada = await signUp()
  await measure('nothing', async () => {
    await wait(3_000)
    return []
  })
  for (const [name, make] of zipBombs) {
    const zip = make()
    await measure(`${name} (${Math.round(zip.length / 1_000)} kB)`, async () => [
      await drained(await sendFile(ada, '/api/projects/import', zip)),
    ])
  }
  const names = manyNames(800_000)
  await measure('800,000 names in a zip', async () => [
    await drained(await sendFile(ada, '/api/projects/import', names)),
  ])
  const largest = maxTree(45_000)
  await measure('45,000 cards with 90,000 images, which are taken', async () => [
    await drained(await sendFile(ada, '/api/projects/import', largest)),
  ])
  const { id } = (await (await send(ada, 'POST', '/api/projects', { title: 'Rebuilt' })).json()) as { id: string }
  const rebuild = async (bytes: Buffer, times: number) =>
    Promise.all(
      Array.from({ length: times }, async () => drained(await sendFile(ada, `/api/projects/${id}/rebuild`, bytes))),
    )
  const junk = Buffer.alloc(55_000_000, 'junk')
  await measure('12 rebuilds of 55 MB of junk at once', () => rebuild(junk, 12))
  const record = JSON.stringify({ format: 'espalier', version: 1, prompt: 'a fox', model: 'Sketch', seed: 1 })
  const picture = await largePicture(55_000_000, record)
  await measure('12 rebuilds of pictures of 55 MB at once', () => rebuild(picture, 12))
  const deep = await largePicture(10_000, `{"a":${'['.repeat(40_000_000)}`)
  await measure('12 rebuilds with a record of 40 million brackets', () => rebuild(deep, 12))
  const cards = (await (await send(ada, 'GET', `/api/projects/${id}/generations`)).json()) as {
    items: { images: { id: string }[] }[]
  }
  const imageId = cards.items[0]?.images[0]?.id
  await measure('8 conversions of a picture of 55 MB at once', () =>
    Promise.all(
      Array.from({ length: 8 }, async () =>
        drained(await send(ada, 'GET', `/api/images/${imageId}/file?format=bare-png`)),
      ),
    ),
  )
  const quotes = await packedRecord('\\"'.repeat(950_000))
  await measure(`outside: a record of 1.9 million characters without an end (${quotes.length} bytes)`, () =>
    rebuild(quotes, 4),
  )
  const look = (path: string) => send(ada, 'POST', '/api/model-connections/look', lookAt(path))
  await measure('outside: 4 looks at a list of 63 MB as 61 kB', () => repeat(4, () => look('/packed')))
  await measure('outside: 20 looks at a list of 45,000 empty objects', () => repeat(20, () => look('/many')))
  await measure('outside: 4 looks at a description of 6 MB', () => repeat(4, () => look('/described')))
  await measure('outside: 4 lists of language models of 63 MB as 61 kB', () =>
    repeat(4, () => send(ada, 'POST', '/api/assistant/models', modelAt('/packed'))),
  )
  await measure('outside: 2 language models that write without an end', async () => {
    await drained(await send(ada, 'PUT', '/api/assistant/model', { ...modelAt('/endless'), model: 'm' }))
    return repeat(2, async () => {
      const project = (await (await send(ada, 'POST', '/api/projects', { title: 'Endless' })).json()) as { id: string }
      const run = { runId: randomUUID(), request: 'hi', mode: 'plan' }
      const reply = await send(ada, 'POST', `/api/projects/${project.id}/assistant`, run)
      await wait(5_000)
      return reply
    })
  })
  const named = { name: 'Bombs', scopes: ['generate'], projectId: null, budget: null, expiresAt: null }
  const { secret } = (await (await send(ada, 'POST', '/api/tokens', named)).json()) as { secret: string }
  const editBomb = await editOf('{},'.repeat(9_000_000))
  await measure('outside: 4 × 27 MB of small values at /v1/images/edits', () =>
    repeat(4, () =>
      fetch(`${app.url}/v1/images/edits`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: editBomb,
      }),
    ),
  )
  for (const [name, make] of flatPictures) {
    if (!`decoder: ${name}`.includes(values.only)) continue
    const bytes = await make()
    await measure(`decoder: ${name}, 49 megapixels (${bytes.length} bytes), 2 at once`, () =>
      repeat(2, () => sendFile(ada, '/api/uploads', bytes)),
    )
  }
  if ('decoder: masks'.includes(values.only)) {
    const mask = await flatMask()
    await measure('decoder: masks of 49 megapixels, 16 at once', () =>
      repeat(16, () => sendFile(ada, '/api/uploads?kind=mask', mask)),
    )
  }
  await measure('1,000 half-sent requests, then 100 calls', async () => {
    const closers = await Promise.all(Array.from({ length: 1_000 }, halfRequest))
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => drained(await send(ada, 'GET', '/api/projects'))),
    )
    for (const close of closers) close()
    return statuses
  })

  const eve = await signUp()
  const project = (await (await sendFile(eve, '/api/projects/import', await chainOf(1_500))).json()) as { id: string }
  const chain = (await (await send(eve, 'GET', `/api/projects/${project.id}/generations`)).json()) as {
    items: { id: string; parentGenerationId: string | null; images: { id: string }[] }[]
    nextCursor: string | null
  }
  let cursor = chain.nextCursor
  while (cursor) {
    const more = (await (
      await send(eve, 'GET', `/api/projects/${project.id}/generations?cursor=${encodeURIComponent(cursor)}`)
    ).json()) as typeof chain
    chain.items.push(...more.items)
    cursor = more.nextCursor
  }
  const parents = new Set(chain.items.map(({ parentGenerationId }) => parentGenerationId))
  const leaf = chain.items.find((card) => !parents.has(card.id))
  const times = { go: [] as number[], list: [] as number[], bare: [] as number[] }
  const timed = async (into: number[], work: () => Promise<Response>) => {
    const startedAt = performance.now()
    const reply = await work()
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`Answered ${reply.status}.`)
    into.push(performance.now() - startedAt)
  }
  const go = () =>
    send(eve, 'POST', '/api/generations', { prompt: 'one more', projectId: project.id, parentGenerationId: leaf?.id })
  for (let time = 0; time < 5; time++) await timed(times.bare, go)
  for (const [place, card] of chain.items.entries())
    if (place % 15 === 0) await drained(await send(eve, 'PUT', `/api/generations/${card.id}/cap`, { most: 10_000_000 }))
  for (let time = 0; time < 5; time++) await timed(times.go, go)
  for (let time = 0; time < 20; time++)
    await timed(times.list, () => send(eve, 'GET', `/api/projects/${project.id}/branch-caps`))

  console.log(markdown(rows))
  const median = (values: readonly number[]) => `${Math.round(percentile(values, 0.5))} ms`
  console.log(
    `\nOn a chain of 1,500 cards: Go ${median(times.bare)}, with 100 caps ${median(times.go)}; the list of 100 caps ${median(times.list)}.`,
  )
} finally {
  await watcher.terminate()
  outside.stop()
  await app.stop().catch(() => undefined)
  await rm(dataDir, { recursive: true, force: true })
}
