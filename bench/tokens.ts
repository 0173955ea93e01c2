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
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram } from '#server-testing/program.ts'
import { signUp } from '#server-testing/test-client.ts'

/**
 * `npm run bench:tokens -- --rounds 11 --reads 1000`: lists the projects of a user by the cookies of sessions and by 100 API tokens in
 * turn, 20 requests at once, in one process without a network. Exits with 1 where the median of the shares of all rounds is below
 * 80 %.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '11' }, reads: { type: 'string', default: '1000' } },
})
const [rounds, reads] = [Number(values.rounds), Number(values.reads)]
const tokensOfOne = 50
const people = 2
const atOnce = 20
const minShare = 0.8

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-tokens-'))
const postgres = await openEmbeddedPostgres({ dataDir, log: { info: () => undefined, warn: () => undefined } })
await migrate(postgres.connectionString)
const server = startServer({
  env: readEnv({
    SERVER_LIMITS: 'requests-at-once=10000,sign-in-attempts=100000',
    PERSON_LIMITS: 'requests-per-second=1000000',
  }),
  connectionString: postgres.connectionString,
  secret: 'a secret for benches that is long enough',
  storage: await openDiskStorage(join(dataDir, 'files')),
  providers: [createInstantProvider()],
  log: createLog('error'),
})

const cookies: Record<string, string>[] = []
const tokens: Record<string, string>[] = []
for (let person = 0; person < people; person++) {
  const client = await signUp(server)
  await client.send('POST', '/api/projects', { title: 'Measured' })
  cookies.push({ host: 'localhost', cookie: client.cookie })
  for (let made = 0; made < tokensOfOne; made++) tokens.push((await makeProgram(server, client)).headers)
}

/** Reads in a second. */
async function measure(senders: readonly Record<string, string>[]): Promise<number> {
  const startedAt = performance.now()
  for (let sent = 0; sent < reads; sent += atOnce)
    await Promise.all(
      Array.from({ length: atOnce }, async (_, place) => {
        const headers = senders[(sent + place) % senders.length] ?? {}
        const reply = await server.app.request('/api/projects', { headers })
        if (reply.status !== 200) throw new Error(`A read was answered ${reply.status}.`)
        await reply.text()
      }),
    )
  return reads / ((performance.now() - startedAt) / 1_000)
}
const median = (figures: readonly number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

await measure(cookies)
await measure(tokens)
const bySession: number[] = []
const byToken: number[] = []
const shares: number[] = []
for (let round = 0; round < rounds; round++) {
  // Each comes first every other time: other work on the machine comes and goes within seconds.
  const first = await measure(round % 2 === 0 ? cookies : tokens)
  const second = await measure(round % 2 === 0 ? tokens : cookies)
  const [session = 0, token = 0] = round % 2 === 0 ? [first, second] : [second, first]
  bySession.push(session)
  byToken.push(token)
  shares.push(token / session)
}
const share = median(shares)
process.stdout.write(
  `reads a second: ${Math.round(median(bySession))} by sessions, ${Math.round(median(byToken))} by ${tokens.length} tokens, ${Math.round(share * 100)} %\n`,
)
await server.stop()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
process.exitCode = share < minShare ? 1 : 0
