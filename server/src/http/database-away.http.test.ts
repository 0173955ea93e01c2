import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { type Server, startServer } from '#server/start/start-server.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { migrate } from '../db/migrate.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../operations/log.ts'
import { openDiskStorage } from '../storage/disk-storage.ts'

let folder: string
let postgres: EmbeddedPostgres
let server: Server
let ada: TestClient
let postmasterPath: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-away-'))
  const log = { info: () => undefined, warn: () => undefined }
  postgres = await openEmbeddedPostgres({ dataDir: folder, log })
  await migrate(postgres.connectionString)
  server = startServer({
    env: readEnv({ SERVER_LIMITS: 'sign-in-attempts=1000', JOB_LEASE_SECONDS: '2', DATABASE_CONNECTIONS: '5' }),
    connectionString: postgres.connectionString,
    secret: 'a secret for tests that is long enough',
    storage: await openDiskStorage(join(folder, 'files')),
    providers: [createInstantProvider()],
    log: createLog('silent'),
  })
  ada = await signUp(server)
  postmasterPath = join(folder, 'postgres', 'cluster', 'postmaster.pid')
})
afterAll(async () => {
  await server.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Kills PostgreSQL and stops one of its processes, which holds the shared memory: until it goes on, no other can be started, however long a
 * busy machine takes to look. Returns the function that lets it go on.
 */
async function killPostgres(): Promise<() => void> {
  const postmaster = Number((await readFile(postmasterPath, 'utf8')).split('\n')[0])
  // The first is the checkpointer: no process of a connection, whose requests would wait.
  const [first] = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).split(' ')
  const pid = Number(first)
  process.kill(pid, 'SIGSTOP')
  process.kill(postmaster, 'SIGKILL')
  let isStopped = true
  const goOn = () => {
    if (isStopped) process.kill(pid, 'SIGCONT')
    isStopped = false
  }
  onTestFinished(goOn)
  return goOn
}

describe('kill -9 of PostgreSQL under the server', () => {
  it('fails requests with 503 and Retry-After, recovers automatically, and loses nothing', async () => {
    const stream = await openEvents(server, ada.cookie)
    const before = await ada.generate({ prompt: 'asked before' })
    const goOn = await killPostgres()
    const statuses = new Set<number>()
    let retryAfter: string | null = null
    for (const until = Date.now() + 30_000; Date.now() < until; await wait(20)) {
      const reply = await ada.send('GET', '/api/projects')
      statuses.add(reply.status)
      if (reply.status === 503) {
        retryAfter = reply.headers.get('retry-after')
        expect(reply.body.code).toBe('unavailable')
        goOn()
      } else if (statuses.has(503)) break
    }
    expect([...statuses].sort()).toEqual([200, 503])
    expect(Number(retryAfter)).toBeGreaterThan(0)
    // The connections that broke are found by the requests that get them: as many at once as there are connections.
    const atOnce = async () =>
      (await Promise.all(Array.from({ length: 5 }, () => ada.send('GET', '/api/projects')))).map(({ status }) => status)
    await expect.poll(atOnce, { timeout: 30_000 }).toEqual([200, 200, 200, 200, 200])
    expect((await ada.settled(before)).status).toBe('completed')
    const after = await ada.generate({ prompt: 'asked after' })
    expect((await ada.settled(after)).status).toBe('completed')
    await stream.next((event) => event.data.generationId === after.id && event.data.status === 'completed')
    stream.close()
  })

  it('is reported in /readyz, but not in /healthz', async () => {
    const goOn = await killPostgres()
    await expect.poll(async () => (await ada.raw('GET', '/readyz')).status, { timeout: 30_000 }).toBe(503)
    expect((await ada.raw('GET', '/healthz')).status).toBe(200)
    goOn()
    await expect.poll(async () => (await ada.raw('GET', '/readyz')).status, { timeout: 30_000 }).toBe(200)
  })
})
