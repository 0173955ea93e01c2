import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MadeShareShape } from '#contract/share.ts'
import type { SharedFeedbackShape } from '#contract/shared-board.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { createSketchProvider } from '#server/providers/sketch-provider.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { fillBoard } from './board/fill.ts'
import { fillWords } from './board/fill-words.ts'
import { measureMoves } from './board/move-cards.ts'

/** Opens boards of three sizes as a browser does, and the long list beside them: what is sent, how soon, and who waits. */
const sizes = (process.env.CARDS ?? '1000,10000,100000').split(',').map(Number)
const requests = 5
/** The long list of 100,000 cards takes so long that one is enough. */
const listRequests = (cards: number) => (cards > 10_000 ? 1 : requests)

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-board-'))
const postgres = await openEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: () => undefined } })
await migrate(postgres.connectionString)
const server = startServer({
  env: readEnv({ DATA_DIR: dataDir, ROLES: 'web' }),
  connectionString: postgres.connectionString,
  secret: 'a secret for measurements, long enough',
  storage: await openDiskStorage(join(dataDir, 'files')),
  providers: [createSketchProvider({ threads: 1 })],
  log: createLog('silent'),
})

type Opening = { firstMs: number; totalMs: number; bytes: number; stallMs: number; nodeMs: number; postgresMs: number }

/** CPU of all backends so far. From Linux's own account of a process: PostgreSQL keeps none. */
async function postgresCpuMs(): Promise<number> {
  const backends = await server.database.db.execute<{ pid: number }>('select pid from pg_stat_activity where pid > 0')
  const spent = await Promise.all(
    backends.rows.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')),
  )
  return spent.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** @param cookie Of a visitor; left out: the owner's own. */
async function open(client: TestClient, path: string, cookie?: string): Promise<Opening> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const postgresBefore = await postgresCpuMs()
  const nodeBefore = process.cpuUsage()
  delay.enable()
  const startedAt = performance.now()
  const response = await client.raw('GET', path, {
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...(cookie === undefined ? {} : { cookie }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
  const reader = response.body?.getReader()
  let firstMs = 0
  let bytes = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    firstMs ||= performance.now() - startedAt
    bytes += part.value.byteLength
  }
  const totalMs = performance.now() - startedAt
  delay.disable()
  const node = process.cpuUsage(nodeBefore)
  return {
    firstMs,
    totalMs,
    bytes,
    stallMs: delay.max / 1e6,
    nodeMs: (node.user + node.system) / 1000,
    postgresMs: (await postgresCpuMs()) - postgresBefore,
  }
}

async function openings(client: TestClient, path: string, requests: number, cookie?: string) {
  // The engine compiles what runs often: a server that has served some boards is measured.
  for (let turn = 0; turn < requests; turn++) await open(client, path, cookie)
  const all: Opening[] = []
  for (let turn = 0; turn < requests; turn++) all.push(await open(client, path, cookie))
  const of = (name: keyof Opening) => Math.round(median(all.map((each) => each[name])))
  return {
    firstMs: of('firstMs'),
    totalMs: of('totalMs'),
    kB: Math.round(of('bytes') / 1000),
    nodeMs: of('nodeMs'),
    postgresMs: of('postgresMs'),
    stallMs: Math.round(Math.max(...all.map((each) => each.stallMs))),
  }
}

/** What a stranger with a link to the project carries, and where the link is. */
async function visit(project: string): Promise<{ id: string; path: string; cookie: string }> {
  const link = { expiry: '1-day', showsPrompts: true }
  const made = await client.send<MadeShareShape>('POST', `/api/projects/${project}/shares`, link)
  const body = { token: made.body.address.split('#')[1] }
  const opened = await sendOpen<{ id: string }>(server, 'POST', '/api/shared/visits', { body })
  const { id } = opened.body
  return { id, path: `/api/shared/${id}`, cookie: cookieOf(opened.headers) }
}

const rows = []
const linkRows = []
const moveRows = []
let project = ''
const client = await signUp(server)
for (const cards of sizes) {
  project = await fillBoard(server.database.db, client.userId, cards)
  console.error(`${cards} cards are there`)
  const board = await openings(client, `/api/projects/${project}/board`, requests)
  const { id, path, cookie } = await visit(project)
  await fillWords(server.database.db, id)
  const byLink = await openings(client, `${path}/board`, requests, cookie)
  const words = await openings(client, `${path}/feedback`, requests, cookie)
  const { body } = await sendOpen<SharedFeedbackShape>(server, 'GET', `${path}/feedback`, { headers: { cookie } })
  const asked = await openings(client, `${path}/feedback?known=${body.version}`, requests, cookie)
  linkRows.push({
    cards,
    kB: byLink.kB,
    'header ms': byLink.firstMs,
    'all ms': byLink.totalMs,
    'longest stall ms': byLink.stallMs,
    'CPU of Node ms': byLink.nodeMs,
    'CPU of PostgreSQL ms': byLink.postgresMs,
    'words kB': words.kB,
    'words ms': words.totalMs,
    'nothing new ms': asked.totalMs,
    'nothing new CPU ms': asked.nodeMs + asked.postgresMs,
  })
  moveRows.push({ cards, ...(await measureMoves(server.database.db, client, project)) })
  const list = await openings(client, `/api/projects/${project}/generations`, listRequests(cards))
  rows.push({
    cards,
    kB: board.kB,
    'first cards ms': board.firstMs,
    'all ms': board.totalMs,
    'longest stall ms': board.stallMs,
    'CPU of Node ms': board.nodeMs,
    'CPU of PostgreSQL ms': board.postgresMs,
    'long list kB': list.kB,
    'long list ms': list.totalMs,
    'long list stall ms': list.stallMs,
  })
}
console.table(rows)
/** The same by a link for review. */
console.table(linkRows)
console.table(moveRows)

/** What else the first screen asks for, of the largest project. */
const calls = ['/api/auth/get-session', `/api/projects/${project}`, `/api/projects/${project}/canvas-state`]
for (const path of calls) console.error((await openings(client, path, 20)).totalMs, 'ms', path.replace(project, '{id}'))

await server.stop()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
