import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type AppProcess = {
  readonly url: string
  /** Ctrl+C: drains and ends. Answers the exit code. */
  stop(): Promise<number | null>
  /** kill -9 */
  kill(): Promise<void>
}

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** Starts the real server, as `npm start` does when everything is installed and built, on a free port. */
export async function startApp(dataDir: string, variables: Record<string, string> = {}): Promise<AppProcess> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      SKETCH_DRILL: 'on',
      AUTH_ATTEMPTS: '100',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A test that fails before it stops its server would leave it, and the test run waiting for its output.
  process.once('exit', () => child.kill('SIGKILL'))
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

/** A data folder that is gone after the tests. */
export async function makeDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'espalier-e2e-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
