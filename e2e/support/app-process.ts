import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { endWithProcess } from '#server-testing/end-with-process.ts'
import { compiled } from '#server-testing/ordered-process.ts'

export type AppProcess = {
  readonly url: string
  readonly pid: number
  /** Ctrl+C: drains and ends. Resolves to the exit code. */
  stop(): Promise<number | null>
  /** kill -9 */
  kill(): Promise<void>
}

/** Names the variable of the folder in which a server has been started and stopped already; unset outside of tests. */
export const startedFolder = 'ESPALIER_STARTED_FOLDER'

/** Names the variable of the addresses of the shared servers, one for each worker, with a space between. */
export const sharedAddresses = 'ESPALIER_SHARED_ADDRESSES'

/** The server of this worker, with usual settings: shared by its test files, and stopped after the last. */
export function sharedApp(): Pick<AppProcess, 'url'> {
  const addresses = process.env[sharedAddresses]?.split(' ') ?? []
  const url = addresses[Number(process.env.VITEST_POOL_ID ?? 1) - 1]
  if (!url) throw new Error('There is no server for this worker: the journeys run by `npx vitest run --project e2e`.')
  return { url }
}

/** As `npm start` does: the built server. */
export const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

/** The setting of a server that paints every pixel, as it does where nothing is set. */
export const paintsEveryPixel = { SKETCH_LONGEST_SIDE: '' }

/** Starts the real server, as `npm start` does when everything is installed and built, on a free port. */
export async function startApp(dataDir: string, variables: Record<string, string> = {}): Promise<AppProcess> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      SKETCH_DRILL: 'on',
      // One that is warm paints sooner than two that are not.
      SKETCH_THREADS: '1',
      NODE_COMPILE_CACHE: compiled,
      SERVER_LIMITS: 'sign-in-attempts=1000',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A test that fails before it stops its server would leave it running, and the test run waiting for its output. It ends its PostgreSQL.
  endWithProcess(child, 'SIGTERM')
  const gone = once(child, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /Espalier is ready: (\S+)/.exec(said)
      if (found?.[1]) resolve(found[1])
    })
    void gone.then(() => reject(new Error(`The server ended before it was ready: ${said}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGINT')
      const [code] = (await gone) as [number | null]
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** A data folder without accounts, that is removed after the tests. */
export async function makeDataDir(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await makeDataFolder('e2e')
  const started = process.env[startedFolder]
  if (started) await cp(started, path, { recursive: true })
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
