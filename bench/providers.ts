import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { maxSeed } from '#domain/generation/seed.ts'
import { pixelSize } from '#domain/models/aspect-ratio.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { unlimitedMemory } from '#server-testing/unlimited.ts'
import { fakeKey } from '#server-testing/vendors/vendor-fake.ts'
import { startSlowVendors } from './providers/slow-vendors.ts'

/** Pictures at vendors at once; a generation is four of them. */
const inFlight = 200
const generations = Number(process.env.GENERATIONS ?? 300)
const perGeneration = 4

const vendors = await startSlowVendors()
const models = catalogue.filter(({ capabilities }) => capabilities.supportsCustomRatios)
const modelAt = (place: number) => models[place % models.length] ?? (models[0] as Model)
const seeds = Array.from({ length: generations }, () => randomInt(maxSeed - perGeneration))

/** Keeps `atOnce` pieces of work running until all are done. @returns The seconds. */
async function keepBusy(count: number, atOnce: number, work: (place: number) => Promise<void>): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const one = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return (performance.now() - startedAt) / 1_000
}

/** What the vendors allow: the adapters alone, the same pictures, four for each place. */
async function runBare(): Promise<number> {
  const byName = new Map(vendors.providers.map((provider) => [provider.name, provider]))
  return keepBusy(generations, inFlight / perGeneration, async (place) => {
    const model = modelAt(place)
    const provider = byName.get(model.provider) as ImageProvider
    const pictures = Array.from({ length: perGeneration }, (_, orderNum) =>
      provider.generate(
        {
          model,
          prompt: 'a red fox in the snow',
          words: 'a red fox in the snow',
          style: null,
          seed: (seeds[place] ?? 0) + orderNum,
          orderNum,
          size: pixelSize('1:1', '1K'),
          aspectRatio: '1:1',
          resolution: '1K',
          rawMode: false,
          references: [],
          parent: null,
          edit: null,
          conversationHistory: [],
        },
        {
          signal: new AbortController().signal,
          key: fakeKey,
          tries: 0,
          memory: unlimitedMemory,
          requestId: null,
          rememberRequest: async () => {},
          progress: () => {},
        },
      ),
    )
    await Promise.all(pictures)
  })
}

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-providers-'))
const postgres = await openEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: () => undefined } })
await migrate(postgres.connectionString)
const server = startServer({
  env: readEnv({
    ...vendors.variables,
    SERVER_LIMITS: 'sign-in-attempts=1000',
    PERSON_LIMITS: 'jobs=1000',
    CREDITS: 'off',
  }),
  connectionString: postgres.connectionString,
  secret: 'a secret for benches that is long enough',
  storage: await openDiskStorage(join(dataDir, 'files')),
  providers: vendors.providers,
  log: createLog('error'),
})

/** Running generations with the callbacks of their ends. Polled together, so that waiting costs nothing. */
const waiting = new Map<string, () => void>()
const looking = setInterval(async () => {
  const ids = [...waiting.keys()]
  if (ids.length === 0) return
  const { rows } = await server.database.system.execute<{ id: string; failed: boolean }>(sql`
    select generation_id as id, bool_or(status = 'failed') as failed from generated_images
    where generation_id in ${ids} group by generation_id
    having bool_and(status in ('completed', 'failed'))`)
  for (const { id, failed } of rows) {
    if (failed) throw new Error(`Generation ${id} failed.`)
    waiting.get(id)?.()
    waiting.delete(id)
  }
}, 250)

const make = async (person: TestClient, place: number) => {
  const model = modelAt(place).value
  const asked = {
    prompt: 'a red fox in the snow',
    model,
    seed: seeds[place % generations] ?? 0,
    aspectRatio: '1:1',
  } as const
  const { id } = await person.generate(asked)
  await new Promise<void>((done) => waiting.set(id, done))
}
const megabytes = () => Math.round(process.memoryUsage().rss / 1e6)

const ada = await signUp(server)
await make(ada, 0)
console.error('the vendors alone')
const bareSeconds = await runBare()
console.error('through the product')
const memory: number[] = []
const watch = setInterval(() => memory.push(megabytes()), 1_000)
const ourSeconds = await keepBusy(generations, inFlight / perGeneration, (place) => make(ada, place))
clearInterval(watch)

console.error('two people, one with much')
vendors.setRoom(Math.floor(inFlight / vendors.providers.length))
const [much, little] = await Promise.all([signUp(server), signUp(server)])
const startedAt = performance.now()
const seconds = () => (performance.now() - startedAt) / 1_000
const ended: Record<'much' | 'little', number[]> = { much: [], little: [] }
const asking = (person: TestClient, name: 'much' | 'little', count: number) =>
  Array.from({ length: count }, async (_, place) => {
    await make(person, place)
    ended[name].push(seconds())
  })
await Promise.all([...asking(much, 'much', 190), ...asking(little, 'little', 10)])

clearInterval(looking)
await server.stop()
await postgres.stop()
await vendors.stop()
await rm(dataDir, { recursive: true, force: true })

const pictures = generations * perGeneration
const round = (value: number, digits = 1) => Number(value.toFixed(digits))
const third = Math.floor(memory.length / 3)
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)
console.table([
  {
    pictures,
    'at once': inFlight,
    'vendors alone, pictures/s': round(pictures / bareSeconds),
    'through the product, pictures/s': round(pictures / ourSeconds),
    throughput: `${round((bareSeconds / ourSeconds) * 100)} %`,
    'memory, first and last third': `${round(mean(memory.slice(third, 2 * third)), 0)} → ${round(mean(memory.slice(-third)), 0)} MB`,
  },
])
console.table([
  {
    'with 10, mean and last': `${round(mean(ended.little))} / ${round(Math.max(...ended.little))} s`,
    'with 190, mean and last': `${round(mean(ended.much))} / ${round(Math.max(...ended.much))} s`,
  },
])
