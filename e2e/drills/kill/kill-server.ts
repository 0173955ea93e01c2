import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { readEnv } from '#server/env.ts'
import { type CheckpointName, passCheckpoint } from '#server/jobs/checkpoint.ts'
import { createLog } from '#server/operations/log.ts'
import { listen } from '#server/process/listen.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { openStorage } from '#server/start/open-storage.ts'
import { plansOf } from '#server/start/plans-file.ts'
import { startServer } from '#server/start/start-server.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'

/** The settings of the server that will be killed. */
export type KillServerSettings = {
  readonly connectionString: string
  /** The folder of the files, unless the variables name a bucket. */
  readonly dataDir: string
  /** Every call of the provider and every stored file, one line each, in their order. */
  readonly diary: string
  readonly port: number
  /** The server kills itself at the n-th arrival at a checkpoint; null: the drill kills it. */
  readonly killAt: { readonly place: CheckpointName; readonly arrival: number } | null
  /** Settings that override the drill's own. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The faults that a drill can cause inside the server: in its provider, or a slow disk. */
export type Fault = 'provider-down' | 'provider-slow' | 'provider-lies' | 'disk-slow'

// Starts the real server with an instant provider, whose calls are logged so that they survive the kill.
const settings = JSON.parse(process.argv[2] ?? '') as KillServerSettings
// A price that is no whole credit, and enough credits for every picture of a drill.
const prices = { SKETCH_CREDITS: '0.07' }
const plans = plansOf({ signUp: 100_000 })
const note = (line: string) => appendFileSync(settings.diary, `${line}\n`)

/** The current faults, as the drill sets them. */
let fault: Fault | null = null
process.on('message', (message: { fault: Fault | null }) => {
  fault = message.fault
})

const instant = createInstantProvider({ concurrency: 4 }, 'full-size')
const provider = {
  ...instant,
  async generate(...[request, call]: Parameters<typeof instant.generate>) {
    note(`called ${request.prompt}#${request.orderNum}`)
    if (fault === 'provider-down')
      throw new ProviderError('provider-down', 'The provider does not answer.', { health: 'unreachable' })
    if (fault === 'provider-slow') await wait(3_000, undefined, { signal: call.signal })
    const made = await instant.generate(request, call)
    return fault === 'provider-lies' ? { ...made, bytes: Buffer.from('no picture at all') } : made
  },
}
const env = readEnv({
  DATA_DIR: settings.dataDir,
  JOB_LEASE_SECONDS: '1',
  SERVER_LIMITS: 'sign-in-attempts=1000',
  PERSON_LIMITS: 'requests-per-second=100000,jobs=100,queued=1000000',
  ...prices,
  ...settings.variables,
})
const opened = await openStorage(env)
const storage = {
  ...opened,
  async put(key: string, bytes: Uint8Array) {
    if (fault === 'disk-slow') await wait(1_000)
    await opened.put(key, bytes)
    note(`stored ${key}`)
  },
}

let arrivals = 0
const server = startServer({
  env,
  plans,
  connectionString: settings.connectionString,
  secret: 'a secret for drills that is long enough',
  storage,
  providers: [provider],
  log: createLog('warn'),
  checkpoint: settings.killAt
    ? async (place) => {
        if (place === settings.killAt?.place && ++arrivals === settings.killAt.arrival)
          process.kill(process.pid, 'SIGKILL')
      }
    : passCheckpoint,
})
const web = await listen(server.app.fetch, '127.0.0.1', settings.port)
process.send?.({ port: web.port })
// A new release replaces it: it ends as `main.ts` does.
process.once('SIGTERM', async () => {
  server.drain()
  await web.close({ drainMs: 8_000 })
  await server.stop()
  process.exit(0)
})
// The drill has ended.
process.on('disconnect', () => process.exit(0))
