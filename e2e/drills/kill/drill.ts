import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#server/db/database.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import type { CheckpointName } from '#server/jobs/checkpoint.ts'
import { filesFolder } from '#server/start/open-storage.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { type Findings, inspectAfterwards } from './findings.ts'
import { startVictim } from './victim.ts'

/** The next kill: at a checkpoint on a picture's path, or after some milliseconds. */
export type Kill = { readonly place: CheckpointName; readonly arrival: number } | { readonly afterMs: number }

export type DrillReport = Findings & { readonly kills: number; readonly asked: number; readonly seconds: number }

const quiet = { info: () => undefined, warn: () => undefined }

/** Longest reply to a request that is not repeated, on a busy machine. */
const onceMs = 60_000

/** A browser that never gives up: repeats each request with the same key until it is answered. */
function createPatientClient() {
  let address = ''
  let cookie = ''
  const send = (path: string, body: unknown, headers: Record<string, string> = {}, patienceMs = 5_000) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address, cookie, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
  return {
    moveTo(port: number) {
      address = `http://127.0.0.1:${port}`
    },
    async signUp() {
      const account = { email: `${randomUUID()}@example.com`, password: 'secret', name: 'Ada', firstName: 'Ada' }
      const reply = await send('/api/auth/sign-up/email', account, {}, onceMs)
      cookie = reply.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
    },
    async ask(prompt: string, projectId: string | undefined): Promise<{ projectId: string }> {
      const key = randomUUID()
      for (;;) {
        try {
          const reply = await send('/api/generations', { prompt, projectId }, { 'idempotency-key': key })
          if (reply.status === 202) return (await reply.json()) as { projectId: string }
          await reply.body?.cancel()
        } catch {
          // The server is down just now.
        }
        await wait(50)
      }
    },
  }
}

/**
 * Kills the real server again and again while generations run, lets it finish, and collects the findings.
 * @param drill.inFlight How many generations are kept unfinished meanwhile.
 */
export async function runKillDrill(drill: { kills: readonly Kill[]; inFlight: number }): Promise<DrillReport> {
  const startedAt = performance.now()
  const dataDir = await makeDataFolder('kill')
  const postgres = await openEmbeddedPostgres({ dataDir, log: quiet })
  const { connectionString } = postgres
  await migrate(connectionString)
  const database = openDatabase(connectionString, { connections: 4, onError: () => undefined })
  const settings = { connectionString, dataDir, diary: join(dataDir, 'diary') }
  const client = createPatientClient()
  const countPending = async () => Number((await database.system.execute<{ count: string }>(pendingSql)).rows[0]?.count)
  let asked = 0
  let projectId: string | undefined
  let stopAsking = false
  let current = await startVictim({ ...settings, port: 0, killAt: null })
  const { port } = current
  client.moveTo(port)
  await client.signUp()
  projectId = (await client.ask(`picture ${asked++}`, undefined)).projectId

  async function keepAsking(): Promise<void> {
    while (!stopAsking) {
      if ((await countPending()) < drill.inFlight) await client.ask(`picture ${asked++}`, projectId)
      else await wait(20)
    }
  }
  const asking = Promise.all(Array.from({ length: 4 }, keepAsking))
  try {
    for (const kill of drill.kills) {
      current.victim.kill('SIGKILL')
      await current.gone
      current = await startVictim({ ...settings, port, killAt: 'place' in kill ? kill : null })
      if ('afterMs' in kill) await wait(kill.afterMs)
      else await current.gone
    }
    current.victim.kill('SIGKILL')
    await current.gone
    stopAsking = true
    current = await startVictim({ ...settings, port, killAt: null })
    await asking
    while ((await countPending()) > 0) await wait(100)
    const storage = await openDiskStorage(filesFolder(dataDir))
    const findings = await inspectAfterwards({ db: database.system, storage, ...settings })
    return { ...findings, asked, kills: drill.kills.length, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    stopAsking = true
    current.victim.kill('SIGKILL')
    await database.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Generations with a pending image. */
const pendingSql = `select count(distinct generation_id) from generated_images where status in ('queued', 'running')`
