import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { AssetShape } from '#contract/asset.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from '#server/env.ts'
import { indexMissingPrompts } from '#server/features/assets/index-prompts.ts'
import { createLog } from '#server/operations/log.ts'
import { createSketchProvider } from '#server/providers/sketch-provider.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { signUp } from '#server-testing/test-client.ts'
import { fillBoard } from './board/fill.ts'

/**
 * Asks for the list of assets as 20 browsers of one person at once do: whole, narrowed and searched. She has `CARDS` cards of
 * four images; so has each of the `OTHERS`.
 */
const cards = Number(process.env.CARDS ?? 25_000)
const others = Number(process.env.OTHERS ?? 9)
const atOnce = 20
const requestsEach = 100

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-assets-'))
const postgres = await openEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: () => undefined } })
await migrate(postgres.connectionString)
const server = startServer({
  env: readEnv({ DATA_DIR: dataDir, ROLES: 'web', AUTH_ATTEMPTS: '100', REQUESTS_PER_SECOND: '100000' }),
  connectionString: postgres.connectionString,
  secret: 'a secret for measurements, long enough',
  storage: await openDiskStorage(join(dataDir, 'files')),
  providers: [createSketchProvider({ threads: 1 })],
  log: createLog('silent'),
})
const { db } = server.database

const client = await signUp(server)
const project = await fillBoard(db, client.userId, cards)
for (let other = 0; other < others; other++) await fillBoard(db, (await signUp(server)).userId, cards)
// Words that few prompts hold, old and new ones.
await db.execute(sql`update generations set prompt = prompt || ' 富士山の夜明け' where seed % 997 = 0`)
await indexMissingPrompts(db, new AbortController().signal)
await db.execute(sql`vacuum analyze`)
console.error(`${cards * 4} images of hers among ${cards * 4 * (others + 1)}`)

type Reply = { items: AssetShape[]; nextCursor: string | null }

async function ask(query: string): Promise<Reply> {
  const { status, body } = await client.send<Reply>('GET', `/api/assets${query}`)
  if (status !== 200) throw new Error(`${query} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** CPU of all backends so far. From Linux's own account of a process: PostgreSQL keeps none. */
async function postgresCpuMs(): Promise<number> {
  const backends = await db.execute<{ pid: number }>('select pid from pg_stat_activity where pid > 0')
  const spent = await Promise.all(
    backends.rows.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')),
  )
  return spent.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6
}

const percentile = (times: readonly number[], share: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0)

async function measure(name: string, query: string) {
  const { items } = await ask(query)
  const times: number[] = []
  const browse = async (requests: number, note: (ms: number) => void) => {
    for (let turn = 0; turn < requests; turn++) {
      const startedAt = performance.now()
      const reply = await client.raw('GET', `/api/assets${query}`)
      if (!reply.ok) throw new Error(`${query} answered ${reply.status}.`)
      await reply.arrayBuffer()
      note(performance.now() - startedAt)
    }
  }
  // A server that has served some lists is measured: what runs often is compiled, and planned on each of its connections.
  await Promise.all(Array.from({ length: atOnce }, () => browse(requestsEach, () => undefined)))
  await browse(5, (ms) => times.push(ms))
  const alone = percentile(times, 0.5)
  times.length = 0
  const postgresBefore = await postgresCpuMs()
  const nodeBefore = process.cpuUsage()
  await Promise.all(Array.from({ length: atOnce }, () => browse(requestsEach, (ms) => times.push(ms))))
  const { user, system } = process.cpuUsage(nodeBefore)
  const perRequest = (ms: number) => Number((ms / times.length).toFixed(2))
  return {
    query: name,
    found: items.length,
    'alone ms': alone,
    'p50 ms of 20 at once': percentile(times, 0.5),
    'p95 ms of 20 at once': percentile(times, 0.95),
    'CPU of Node ms': perRequest((user + system) / 1_000),
    'CPU of PostgreSQL ms': perRequest((await postgresCpuMs()) - postgresBefore),
  }
}

const words = (text: string) => `?q=${encodeURIComponent(text)}`
const { nextCursor } = await ask('')
console.table([
  await measure('first page', ''),
  await measure('second page', `?cursor=${nextCursor}`),
  await measure('a model', '?model=Flux'),
  await measure('a ratio', '?aspectRatio=2:3'),
  await measure('liked', '?feedback=like'),
  await measure('a project', `?projectId=${project}`),
  await measure(
    'a week',
    `?from=${new Date(Date.now() - 10 * 86_400_000).toISOString()}&to=${new Date().toISOString()}`,
  ),
  await measure('a word of many prompts', words('lighthouse')),
  await measure('two words', words('lighthouse ember')),
  await measure('a part of a word', words('ightho')),
  await measure('a word of few prompts', words('富士山')),
  await measure('one character', words('夜')),
  await measure('a word of none', words('zebra')),
])

await server.stop()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
