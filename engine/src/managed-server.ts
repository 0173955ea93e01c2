/** The entry point for engines that are programs of others: an HTTP server that runs only while pictures are wanted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { EngineFailure } from './engine-failure.ts'
import { type CrashLimitOptions, createCrashLimit } from './process/crash-limit.ts'
import { type MachineLease, takeMachineLease } from './process/machine-lease.ts'
import { availableMemory, checkMemory } from './process/memory.ts'

/** The program that is started. The same start is kept for the next picture, another one replaces it. */
export type ServerStart = {
  readonly program: string
  /** Without those of the address. */
  readonly args: readonly string[]
  /** All of its environment. */
  readonly environment: Readonly<Record<string, string>>
  readonly leastMemoryBytes: number
}

export type ManagedServer = {
  /**
   * Uses a running server, after those who came before. Aborting kills it: such servers can't stop a picture in work.
   * @param use Is given the address 'http://…', and a signal that aborts when the server ends.
   * @throws EngineFailure; the signal's reason when aborted; what `use` throws.
   */
  work<Result>(
    start: ServerStart,
    use: (address: string, signal: AbortSignal) => Promise<Result>,
    listeners: { readonly signal: AbortSignal; onProgress(fraction: number): void },
  ): Promise<Result>
  /** Ends it as soon as no picture is in work. */
  release(): void
  close(): Promise<void>
}

export type ManagedServerOptions = CrashLimitOptions & {
  /** The name of the lease that the engines of a machine share. */
  readonly leaseName: string
  /** Its arguments for the address to listen on. */
  addressArgs(host: string, port: number): readonly string[]
  /** Answers as soon as it is ready. */
  readonly readyPath: string
  /** Its progress, 0 to 1, by what it has just printed; null where that says nothing. */
  progressOf(text: string): number | null
  /** The time for which it is kept without a picture: short, since an address that listens can be called. */
  readonly idleMs?: number
  /** The time that it may take to answer. */
  readonly readyMs?: number
  readonly availableBytes?: () => number
}

/**
 * The shell keeps one end of a pipe whose other end is this process's: when this process ends, however that happens, the pipe closes and
 * the server is killed. Works with dash, bash and the sh of macOS.
 */
const leash =
  'exec 3<&0; nice -n 10 "$@" 3<&- </dev/null & p=$!; ( cat <&3 >/dev/null 2>&1; kill -9 $p 2>/dev/null ) & w=$!; wait $p; c=$?; kill $w 2>/dev/null; exit $c'

const lastWordsLength = 2_000
/** The time that the end of a process is waited for after its connection broke. */
const endMs = 300
const endedSentence = 'The engine ended unexpectedly. Try again; if it happens again, verify the model.'

/**
 * An address that listens on this machine can be called by every page that a browser on it has open. Linux has 16 million loopback
 * addresses: with the port, a page would have to guess one of a million million. Elsewhere only the port is left to guess.
 */
const loopbackHost = () =>
  process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : '127.0.0.1'

async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const found = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof found === 'object' && found !== null ? found.port : 0
}

type Running = {
  readonly key: string
  readonly address: string
  readonly lease: MachineLease
  /** Aborts at its end, with an EngineFailure. */
  readonly ended: AbortSignal
  kill(): Promise<void>
  onText(listener: (text: string) => void): () => void
}

export function createManagedServer({
  leaseName,
  addressArgs,
  readyPath,
  progressOf,
  idleMs = 60_000,
  readyMs = 60_000,
  availableBytes = availableMemory,
  ...limits
}: ManagedServerOptions): ManagedServer {
  let running: Running | null = null
  let queue: Promise<unknown> = Promise.resolve()
  let isAtWork = false
  let isWanted = false
  let idleTimer: NodeJS.Timeout | undefined
  const crashes = createCrashLimit(limits)
  const closing = new AbortController()

  async function stop(): Promise<void> {
    clearTimeout(idleTimer)
    const stopped = running
    running = null
    await stopped?.kill()
    stopped?.lease.release()
  }

  /** Also called when another server of this machine waits: its picture comes after the one in work. */
  function release(): void {
    isWanted = true
    if (!isAtWork) void stop()
  }

  /** Starts the program. It is in a process group of its own, so that the shell and the program are killed together. */
  function launch({ program, args, environment }: ServerStart, host: string, port: number) {
    const command = [program, ...args, ...addressArgs(host, port)]
    const child: ChildProcess = spawn('/bin/sh', ['-c', leash, 'sh', ...command], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...environment },
    })
    let lastWords = ''
    let isKilled = false
    const listeners = new Set<(text: string) => void>()
    const collect = (text: string) => {
      lastWords = (lastWords + text).slice(-lastWordsLength)
      for (const listener of listeners) listener(text)
    }
    child.stdin?.on('error', () => undefined)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => collect(error.message))
    const ended = new AbortController()
    const closed = new Promise<void>((resolve) => {
      child.once('close', (code, signal) => {
        if (!isKilled) crashes.count()
        const cause = new Error(`It ended with ${code ?? signal}: ${lastWords.trim()}`)
        ended.abort(new EngineFailure('crashed', endedSentence, { cause }))
        resolve()
      })
    })
    return {
      ended: ended.signal,
      async kill() {
        isKilled = true
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It has ended already.
        }
        await closed
      },
      onText(listener: (text: string) => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
  }

  /** Waits until it answers: what it prints comes before it has the port. */
  async function waitUntilReady(address: string, signal: AbortSignal): Promise<void> {
    for (const deadline = performance.now() + readyMs; ; ) {
      signal.throwIfAborted()
      if (performance.now() > deadline)
        throw new EngineFailure('crashed', 'The engine did not start in time. Try again.')
      const answers = await fetch(`${address}${readyPath}`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]),
      }).then(
        async (reply) => {
          await reply.body?.cancel()
          return reply.ok
        },
        () => false,
      )
      if (answers) return
      await pause(100, undefined, { signal }).catch(() => undefined)
    }
  }

  async function serverFor(start: ServerStart, signal: AbortSignal): Promise<Running> {
    const key = JSON.stringify(start)
    if (running?.key === key && !running.ended.aborted) return running
    await stop()
    crashes.check()
    const lease = await takeMachineLease(leaseName, { onWanted: release, signal })
    isWanted = false
    try {
      // Only now: before, another engine may have held the memory.
      checkMemory(start.leastMemoryBytes, availableBytes())
      const host = loopbackHost()
      const port = await freePort(host)
      const launched = launch(start, host, port)
      const address = `http://${host}:${port}`
      try {
        await waitUntilReady(address, AbortSignal.any([signal, launched.ended]))
      } catch (error) {
        await launched.kill()
        throw error
      }
      running = { key, address, lease, ...launched }
      return running
    } catch (error) {
      lease.release()
      throw error
    }
  }

  async function carryOut<Result>(
    start: ServerStart,
    use: (address: string, signal: AbortSignal) => Promise<Result>,
    { signal, onProgress }: { readonly signal: AbortSignal; onProgress(fraction: number): void },
  ): Promise<Result> {
    const stopping = AbortSignal.any([signal, closing.signal])
    stopping.throwIfAborted()
    clearTimeout(idleTimer)
    isAtWork = true
    try {
      const server = await serverFor(start, stopping)
      const stopListening = server.onText((text) => {
        const fraction = progressOf(text)
        if (fraction !== null) onProgress(fraction)
      })
      try {
        return await use(server.address, AbortSignal.any([stopping, server.ended]))
      } catch (error) {
        // A connection breaks before the end of its process is seen.
        if (!stopping.aborted) await pause(endMs, undefined, { signal: server.ended }).catch(() => undefined)
        server.ended.throwIfAborted()
        throw error
      } finally {
        stopListening()
      }
    } catch (error) {
      if (stopping.aborted) await stop()
      stopping.throwIfAborted()
      throw error
    } finally {
      isAtWork = false
      if (isWanted || running?.ended.aborted) await stop()
      else idleTimer = setTimeout(() => void stop(), idleMs).unref()
    }
  }

  return {
    work(start, use, listeners) {
      const done = queue.then(() => carryOut(start, use, listeners))
      queue = done.catch(() => undefined)
      return done
    },
    release,
    async close() {
      closing.abort(new EngineFailure('crashed', 'The server is stopping. The picture is made again after its start.'))
      await queue
      await stop()
    },
  }
}
