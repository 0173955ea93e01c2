import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { main } from '../../support/app-process.ts'

/** One server process of a cluster: the built server, as in production. */
export type Member = {
  readonly name: string
  /** The port of a web process, which it keeps over restarts. */
  readonly address: string
  pid(): number | undefined
  /** Starts it; resolves when it reports that it is ready. */
  start(): Promise<void>
  /** SIGTERM: it drains. Resolves to the exit code. */
  stop(): Promise<number | null>
  /** kill -9 */
  kill(): Promise<void>
  /** SIGSTOP and SIGCONT: a machine that sleeps. */
  pause(): void
  resume(): void
}

/** PostgreSQL, the S3 server or the disk can be slow on a busy machine. */
const maxStartMs = 90_000

/** The environment of a process beside its settings: search paths, the compile cache and the options of Node. */
const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
const inherited = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(NODE_OPTIONS && { NODE_OPTIONS }) }

/** Describes a process without starting it. @param variables Its settings, and nothing else of the environment. */
export function createMember(name: string, port: number, variables: Readonly<Record<string, string>>): Member {
  let child: ChildProcess | null = null
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || !isRunning()) return child?.exitCode ?? null
    const gone = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await gone)[0]
  }

  return {
    name,
    address: `http://127.0.0.1:${port}`,
    pid: () => (isRunning() ? child?.pid : undefined),
    async start() {
      // The channel lets it detect the end of the cluster, and stop.
      const started = fork(main, [], {
        env: { ...inherited, ...variables, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        execArgv: [],
      })
      child = started
      let said = ''
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${name} was not ready in time: ${said}`)), maxStartMs)
        started.stdout?.setEncoding('utf8').on('data', (text: string) => {
          if (!said.includes('Espalier is ready')) said += text
          if (!said.includes('Espalier is ready')) return
          clearTimeout(late)
          resolve()
        })
        started.once('exit', () => {
          clearTimeout(late)
          reject(new Error(`${name} ended before it was ready: ${said}`))
        })
      })
    },
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  }
}
