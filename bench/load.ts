import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { databaseUrl } from '#server-testing/database-url.ts'
import { type ExplainedPlan, explainPlans } from './load/explain-plans.ts'
import { fillDatabase } from './load/fill-database.ts'
import { type LoadCall, type LoadFigures, measureInTurn, sendOnce } from './load/measure-call.ts'
import { measureProcesses } from './load/processes.ts'
import type { RecordedStatement } from './load/recorded-statements.ts'
import { soak } from './load/soak.ts'
import { measureStreams } from './load/streams.ts'

/**
 * `npm run bench:load -- --seconds 5 --in-flight 8 --streams 1000 --users 100000 --soak 30 --processes on`: measures
 * calls against a bare route on the same database in the same run; open streams; the same calls on a full database (0:
 * none), with the plans of all their statements, written to the file of `--plans` if there is one; a soak (minutes; 0:
 * none); the gain of a second web and worker process. Exits with 1 where a large table is read by a sequential scan.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    'in-flight': { type: 'string', default: '8' },
    streams: { type: 'string', default: '1000' },
    users: { type: 'string', default: '0' },
    soak: { type: 'string', default: '0' },
    plans: { type: 'string', default: '' },
    processes: { type: 'string', default: 'off' },
    calls: { type: 'string', default: '' },
  },
})
const load = { seconds: Number(values.seconds), inFlight: Number(values['in-flight']) }

const path = (name: string) => fileURLToPath(new URL(`./load/${name}`, import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'espalier-load-'))
const postgres = await openEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: () => undefined } })
await migrate(postgres.connectionString)

async function start(file: string, args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(path(file), args, { execArgv: ['--expose-gc'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}
const databaseName = new URL(postgres.connectionString).pathname.slice(1)

const server = await start('load-server.ts', [postgres.connectionString, join(dataDir, 'files')])
const origin = `http://127.0.0.1:${server.port}`

type Question = 'cpu' | 'numbers' | 'statements'
async function ask<Answer>({ child }: { readonly child: ChildProcess }, question: Question): Promise<Answer> {
  child.send(question)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}
const numbers = () => ask<{ rssBytes: number; heapBytes: number; handles: number }>(server, 'numbers')
const statements = () => ask<RecordedStatement[]>(server, 'statements')

async function signUp(): Promise<{ cookie: string; userId: string }> {
  const reply = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'correct horse', firstName: 'Ada' }),
  })
  const { user } = (await reply.json()) as { user: { id: string } }
  const cookie = reply.headers.getSetCookie().map((each) => each.split(';')[0])
  return { cookie: cookie.join('; '), userId: user.id }
}

const ada = await signUp()
const bare = await start('bare-server.ts', [postgres.connectionString, ada.userId])

const post = async <Body>(address: string, body: object, cookie = ada.cookie): Promise<Body> => {
  const headers = { 'content-type': 'application/json', origin, cookie }
  return (await (
    await fetch(`${origin}${address}`, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as Body
}
type Made = { id: string; projectId: string; images: { id: string }[] }
const first = await post<Made>('/api/generations', { prompt: 'a lighthouse' })
for (let made = 1; made < 10; made++) await post('/api/generations', { prompt: 'a fox', projectId: first.projectId })
await new Promise((resolve) => setTimeout(resolve, 4_000))

const project = `/api/projects/${first.projectId}`
const reads: LoadCall[] = [
  { name: 'session', method: 'GET', path: '/api/auth/get-session' },
  { name: 'projects', method: 'GET', path: '/api/projects' },
  { name: 'a project', method: 'GET', path: project },
  { name: 'its board', method: 'GET', path: `${project}/board`, like: `/cards/${first.projectId}` },
  { name: 'its generations', method: 'GET', path: `${project}/generations`, like: `/cards/${first.projectId}` },
  { name: 'assets', method: 'GET', path: '/api/assets', like: '/images' },
  { name: 'credits', method: 'GET', path: '/api/credits' },
  { name: 'a thumbnail', method: 'GET', path: `/api/images/${first.images[0]?.id}/file?size=256` },
]
const writes: LoadCall[] = [
  {
    name: 'save the view',
    method: 'PUT',
    path: `${project}/canvas-state`,
    body: () => ({ zoomLevel: 1, panX: 0, panY: Math.random(), lastViewedGenerationId: null }),
  },
  {
    name: 'move a card',
    method: 'PATCH',
    path: `/api/generations/${first.id}`,
    body: () => ({ canvasX: Math.random() * 1e4, canvasY: 0 }),
  },
]
type Row = { name: string; figures: LoadFigures; ofBare: number; ofLike: number | null; cpuOfBare: number }
const bareAt = (path: string) => ({
  port: bare.port,
  cookie: '',
  call: { name: path, method: 'GET', path },
  cpu: () => ask<number>(bare, 'cpu'),
})

/** Each call beside the bare route, in turns, so that other load affects both alike. */
async function measureAll(): Promise<Row[]> {
  const rows: Row[] = []
  for (const call of [...reads, ...writes].filter(({ name }) => name.includes(values.calls))) {
    const ours = { port: server.port, cookie: ada.cookie, call, cpu: () => ask<number>(server, 'cpu') }
    const [figures, base, like] = await measureInTurn(
      [ours, bareAt('/row'), ...(call.like === undefined ? [] : [bareAt(call.like)])],
      load,
    )
    if (!figures || !base) throw new Error('Each call has its figures.')
    const ofLike = like ? figures.perSecond / like.perSecond : null
    const cpuOfBare = figures.cpuMicros / base.cpuMicros
    rows.push({ name: call.name, figures, ofBare: figures.perSecond / base.perSecond, ofLike, cpuOfBare })
  }
  return rows
}
const percent = (share: number | null) => (share === null ? '' : `${(share * 100).toFixed(0)} %`)
const ms = (value: number) => value.toFixed(1)
const line = ({ name, figures, ofBare, ofLike, cpuOfBare }: Row) =>
  `| ${name.padEnd(16)} | ${figures.perSecond.toFixed(0).padStart(6)} | ${ms(figures.p50)} | ${ms(figures.p95)} | ${ms(figures.p99)} | ${percent(ofBare)} | ${percent(ofLike)} | ${figures.cpuMicros.toFixed(0)} | ${cpuOfBare.toFixed(2)} |`

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`
// First, while the process holds little memory and none of it is free for reuse.
if (Number(values.streams) > 0) {
  const people = await Promise.all(Array.from({ length: 20 }, () => signUp()))
  const cookies = people.map(({ cookie }) => cookie)
  const streams = await measureStreams(server.port, cookies, {
    streams: Number(values.streams),
    cause: (cookie) => post('/api/projects', { title: 'News' }, cookie),
    memory: numbers,
  })
  console.log(
    `${values.streams} streams: ${kilobytes(streams.heapEach)} each on the heap and outside, ${kilobytes(streams.rssEach)} of the process; reached all in ${streams.last.toFixed(0)} ms (median ${streams.p50.toFixed(0)})`,
  )
}

const empty = await measureAll()
console.log(
  `| call | a second | p50 ms | p95 | p99 | of the bare route | of one with the same rows | µs of a processor | of the bare route's |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |`,
)
for (const row of empty) console.log(line(row))

/** The statements of the server by itself, and of each call. */
async function recordAll(): Promise<ReadonlyMap<string, readonly RecordedStatement[]>> {
  const sent = new Map<string, RecordedStatement[]>()
  await statements()
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  sent.set('by itself', await statements())
  for (const call of [...reads, ...writes]) {
    await sendOnce(server.port, ada.cookie, call)
    sent.set(call.name, await statements())
  }
  return sent
}

const planText = ({ name, statement, text }: ExplainedPlan) => `${name}\n\n${statement}\n\n${text}\n`

const byName = (plans: readonly ExplainedPlan[]) => Map.groupBy(plans, ({ name }) => name)
const msOf = (plans: readonly ExplainedPlan[] = []) => plans.reduce((sum, { ms: took }) => sum + took, 0)

let scans: string[] = []
if (Number(values.users) > 0) {
  const before = byName(await explainPlans(postgres.connectionString, await recordAll()))
  server.child.kill('SIGSTOP')
  // Only a superuser may disable triggers.
  await fillDatabase(databaseUrl(postgres.adminConnectionString, databaseName), Number(values.users), console.log)
  server.child.kill('SIGCONT')
  console.log(
    `With ${values.users} people, ${Number(values.users) * 10} generations, ${Number(values.users) * 40} images:`,
  )
  const full = await measureAll()
  for (const [index, row] of full.entries())
    console.log(
      `${line(row)} ${(row.figures.p50 / (empty[index]?.figures.p50 ?? 1)).toFixed(2)} times the p50 on an empty one`,
    )
  const plans = await explainPlans(postgres.connectionString, await recordAll())
  if (values.plans) await writeFile(values.plans, plans.map(planText).join('\n'))
  for (const [name, of] of byName(plans))
    console.log(
      `${name}: PostgreSQL takes ${msOf(of).toFixed(3)} ms, ${msOf(before.get(name)).toFixed(3)} ms on an empty one`,
    )
  scans = plans.flatMap(({ name, scans: tables }) => tables.map((table) => `${name} reads ${table} whole`))
  console.log(scans.length > 0 ? scans.join('\n') : `None of ${plans.length} plans reads a large table whole.`)
}

if (Number(values.soak) > 0) {
  const calls = [...reads, ...writes]
  await soak(Number(values.soak), {
    send: (turn) => sendOnce(server.port, ada.cookie, calls[turn % calls.length] as LoadCall),
    numbers,
    say: (text) => console.log(text),
  })
}

server.child.disconnect()
bare.child.disconnect()
await once(server.child, 'exit')
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
if (values.processes === 'on') for (const text of await measureProcesses(load)) console.log(text)
process.exit(scans.length === 0 ? 0 : 1)
