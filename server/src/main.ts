import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOrMakeSecret } from './auth/secret.ts'
import { openEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { type Env, EnvError, readEnv } from './env.ts'
import { addDevelopmentWeb } from './http/development-web.ts'
import { addWebFiles } from './http/web-files.ts'
import { createLog } from './operations/log.ts'
import { listen } from './process/listen.ts'
import { watchParent } from './process/parent-watch.ts'
import { createSketchProvider } from './providers/sketch/sketch-provider.ts'
import { startServer } from './server.ts'
import { openDiskStorage } from './storage/disk-storage.ts'

const webFolder = fileURLToPath(new URL('../../web', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Reads the settings, starts everything, and answers what stops it. */
async function start(env: Env): Promise<() => Promise<void>> {
  // In a terminal the address must not drown in a line for each request.
  const log = createLog(env.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'))
  const postgres = env.DATABASE_URL
    ? null
    : await openEmbeddedPostgres({
        dataDir: env.DATA_DIR,
        log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
      })
  const connectionString = env.DATABASE_URL ?? postgres?.connectionString ?? ''
  await migrate(env.DATABASE_URL_DIRECT ?? connectionString)
  const threads = env.SKETCH_THREADS ?? Math.max(1, availableParallelism() - 1)
  const server = startServer({
    env,
    connectionString,
    secret: env.AUTH_SECRET ?? (await readOrMakeSecret(env.DATA_DIR)),
    storage: await openDiskStorage(join(env.DATA_DIR, 'files')),
    providers: [createSketchProvider({ threads, drill: env.SKETCH_DRILL === 'on' })],
    log,
  })
  const isDevelopment = process.argv.includes('--dev')
  const closeWeb = isDevelopment
    ? await addDevelopmentWeb(server.app, webFolder)
    : await addWebFiles(server.app, join(webFolder, 'dist'))
  const web = env.ROLES.includes('web') ? await listen(server.app.fetch, env.HOST, env.PORT) : null
  if (web) say(`Espalier is ready: ${env.PUBLIC_URL ?? `http://localhost:${web.port}`}`)
  else say('Espalier is ready: this process makes pictures and serves no pages.')
  return async () => {
    web?.close()
    await server.stop()
    await closeWeb?.()
    await postgres?.stop()
  }
}

function exitWith(error: unknown): never {
  process.stderr.write(`${error instanceof EnvError || error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

let stop: (() => Promise<void>) | null = null
let stopping = false

/** Drains and stops. A stop can be asked for twice at once: the terminal signals us, and so does what started us. */
function stopOnce(): void {
  if (stopping) return
  stopping = true
  if (!stop) process.exit(0)
  say('Stopping: pictures in work are finished first. Press Ctrl+C again to stop at once.')
  stop().then(() => process.exit(0), exitWith)
}

/** One Ctrl+C can arrive twice: from the terminal, and from what started us (node --watch, npm). */
const SAME_SIGNAL_MS = 500

let signalledAt: number | null = null

/** A second signal comes from somebody who can't wait. */
function onSignal(): void {
  signalledAt ??= performance.now()
  if (performance.now() - signalledAt > SAME_SIGNAL_MS) process.exit(1)
  stopOnce()
}

process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
watchParent(stopOnce)

try {
  stop = await start(readEnv(process.env))
} catch (error) {
  exitWith(error)
}
