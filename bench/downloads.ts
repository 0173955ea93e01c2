import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp } from '#server-testing/test-client.ts'
import { markdown, median } from './figures.ts'

/**
 * `npm run bench:downloads -- --rounds 15`: downloads pictures of some megabytes and the zip of their project, signed as they leave and
 * unsigned in turn, in one process without a network. Prints the medians of the time to the first byte and of the whole, and the ratio
 * of signed to unsigned.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const rounds = Number(values.rounds)
/** About 3 MB as PNG. */
const size = { width: 1_024, height: 1_024 }

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-downloads-'))
const postgres = await openEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: () => undefined } })
await migrate(postgres.connectionString)
const noise = randomBytes(size.width * size.height * 3)
const provider = createInstantProvider({
  async generate({ prompt, seed }) {
    const picture = sharp(noise, { raw: { ...size, channels: 3 } })
    const format = prompt === 'webp' ? picture.webp({ quality: 95 }) : picture.toFormat(prompt as 'png')
    return { bytes: await format.toBuffer(), seed, warnings: [] }
  },
})
const storage = await openDiskStorage(join(dataDir, 'files'))
const start = (variables: Record<string, string>) =>
  startServer({
    env: readEnv({
      DATA_DIR: dataDir,
      PERSON_LIMITS: 'requests-per-second=1000000',
      DATABASE_CONNECTIONS: '4',
      ...variables,
    }),
    connectionString: postgres.connectionString,
    secret: 'a secret for benches that is long enough',
    storage,
    providers: [provider],
    log: createLog('error'),
  })
const servers = { signed: start({}), unsigned: start({ SIGNING_PEM: 'off' }) }
const kinds = ['signed', 'unsigned'] as const

const owner = await signUp(servers.signed)
const ways = new Map<string, string>()
let projectId: string | undefined
for (const format of ['png', 'jpeg', 'webp']) {
  const card = await owner.settled(
    await owner.generate({ prompt: format, aspectRatio: '1:1', ...(projectId && { projectId }) }),
  )
  projectId = card.projectId
  ways.set(format, `/api/images/${card.images[0]?.id}/file`)
}
ways.set('zip of 12', `/api/projects/${projectId}/export`)

type Download = { readonly bytes: number; readonly firstMs: number; readonly wholeMs: number }

async function download(kind: (typeof kinds)[number], path: string): Promise<Download> {
  const startedAt = performance.now()
  const reply = await servers[kind].app.request(path, { headers: { host: 'localhost', cookie: owner.cookie } })
  if (reply.status !== 200 || !reply.body) throw new Error(`A download was answered ${reply.status}.`)
  let firstMs = 0
  let bytes = 0
  for await (const part of reply.body) {
    firstMs ||= performance.now() - startedAt
    bytes += part.length
  }
  return { bytes, firstMs, wholeMs: performance.now() - startedAt }
}

const rows = []
for (const [name, path] of ways) {
  const found = { signed: [] as Download[], unsigned: [] as Download[] }
  for (const kind of kinds) await download(kind, path)
  for (let round = 0; round < rounds; round++)
    // Each comes first every other time: other work on the machine comes and goes within seconds.
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) found[kind].push(await download(kind, path))
  const of = (kind: (typeof kinds)[number], figure: keyof Download) => median(found[kind].map((each) => each[figure]))
  const ratio = (figure: keyof Download) => (of('signed', figure) / of('unsigned', figure)).toFixed(2)
  rows.push({
    file: name,
    MB: (of('signed', 'bytes') / 1e6).toFixed(1),
    'first byte, ms': `${of('signed', 'firstMs').toFixed(1)} (${of('unsigned', 'firstMs').toFixed(1)})`,
    ratio: ratio('firstMs'),
    'whole, ms': `${of('signed', 'wholeMs').toFixed(1)} (${of('unsigned', 'wholeMs').toFixed(1)})`,
    'ratio of the whole': ratio('wholeMs'),
  })
}
process.stdout.write(`${markdown(rows)}\n`)
for (const kind of kinds) await servers[kind].stop()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
