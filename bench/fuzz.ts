import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { fuzz, fuzzVariables } from '#server-testing/fuzz/fuzz.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'

/** `npm run fuzz -- --requests 200000 --seed 1 --longest 2000`: the last in milliseconds; higher on a busy machine. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string' },
    longest: { type: 'string', default: '2000' },
  },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const requests = Number(values.requests)
console.log(`${requests} requests with the seed ${seed}`)

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-fuzz-'))
const quiet = { info: () => undefined, warn: () => undefined }
const postgres = await openEmbeddedPostgres({ dataDir, log: quiet, durability: 'none' })
await migrate(postgres.connectionString)
const server = startServer({
  env: readEnv(fuzzVariables),
  connectionString: postgres.connectionString,
  secret: 'a secret for drills that is long enough',
  storage: await openDiskStorage(join(dataDir, 'files')),
  providers: [createInstantProvider()],
  log: createLog('silent'),
})
const startedAt = performance.now()
try {
  const maxMs = Number(values.longest)
  const { sent, slowestMs, slowest } = await fuzz(server, { requests, seed, maxMs })
  const seconds = (performance.now() - startedAt) / 1_000
  console.log(
    `${sent} requests in ${Math.round(seconds)} s: no 5xx, everything stored reads back; the slowest: ${slowest}, ${Math.round(slowestMs)} ms`,
  )
} catch (error) {
  console.error(error instanceof Error ? [error.message, error.cause] : error)
  process.exitCode = 1
} finally {
  await server.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
