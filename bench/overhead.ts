import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { chromiumArguments, findChromium } from '#server-testing/chromium.ts'
import { prepareBrowser, runInBrowser } from './overhead/in-browser.ts'
import { type BareLoad, median, percentile, type Round } from './overhead/round.ts'

const loads = [
  { inFlight: 1, generations: 30 },
  { inFlight: 10, generations: 60 },
  { inFlight: 100, generations: 120 },
]
const rounds = Number(process.env.ROUNDS ?? 3)

const path = (name: string) => fileURLToPath(new URL(`./overhead/${name}`, import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'espalier-overhead-'))
const postgres = await openEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: () => undefined } })
await migrate(postgres.connectionString)

const bare = fork(path('bare-loop.ts'))
await once(bare, 'message')
const server = fork(path('instant-server.ts'), [postgres.connectionString, join(dataDir, 'files')])
const [{ port }] = (await once(server, 'message')) as [{ port: number }]
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${port}/healthz`)
await prepareBrowser(page)

async function runBare(load: BareLoad): Promise<Round> {
  bare.send(load)
  const [round] = (await once(bare, 'message')) as [Round]
  return round
}

const figuresOf = (all: readonly Round[]) => ({
  p50: median(all.map((round) => percentile(round.latenciesMs, 0.5))),
  p95: median(all.map((round) => percentile(round.latenciesMs, 0.95))),
  perSecond: median(all.map((round) => round.latenciesMs.length / round.seconds)),
})

const round = (value: number, digits = 0) => Number(value.toFixed(digits))
const rows = []
await runInBrowser(page, 4, 8)
for (const load of loads) {
  const plainRounds: Round[] = []
  const sharedRounds: Round[] = []
  const ourRounds: Round[] = []
  for (let turn = 0; turn < rounds; turn++) {
    console.error(`${load.inFlight} in flight, round ${turn + 1} of ${rounds}`)
    plainRounds.push(await runBare({ ...load, baseline: 'plain' }))
    ourRounds.push(await runInBrowser(page, load.inFlight, load.generations))
    sharedRounds.push(await runBare({ ...load, baseline: 'shared' }))
  }
  const [plain, shared, ours] = [figuresOf(plainRounds), figuresOf(sharedRounds), figuresOf(ourRounds)]
  rows.push({
    'in flight': load.inFlight,
    'p50 / p95 ms': `${round(ours.p50)} / ${round(ours.p95)}`,
    'plain loop': `${round(plain.p50)} / ${round(plain.p95)}`,
    'p50 ratio': round(ours.p50 / plain.p50, 2),
    'ours of p50': `${round(Math.max(0, 1 - plain.p50 / ours.p50) * 100)} %`,
    'images/s': round(ours.perSecond, 1),
    'plain loop/s': round(plain.perSecond, 1),
    throughput: `${round((ours.perSecond / plain.perSecond) * 100)} %`,
    'p50 to shared': round(ours.p50 / shared.p50, 2),
    'throughput to shared': `${round((ours.perSecond / shared.perSecond) * 100)} %`,
  })
}
console.table(rows)

await browser.close()
bare.disconnect()
server.disconnect()
await once(server, 'exit')
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
