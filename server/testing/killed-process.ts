import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, inject } from 'vitest'
import { endWithProcess } from './end-with-process.ts'
import { compiled, type orderedProcesses } from './ordered-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built programs. */
    builtProcesses: string
  }
}

/** A process of a test, which is killed as a machine that loses its power would end it. */
export type KilledProcess = { kill(): Promise<void> }

/**
 * Starts processes of a program and kills those that are left after each test. Each reads its order as JSON from its
 * standard input.
 */
export function processesOf(name: (typeof orderedProcesses)[number]): { start(order: object): KilledProcess } {
  const running = new Set<KilledProcess>()
  afterEach(async () => {
    for (const each of running) await each.kill()
  })
  return {
    start(order) {
      const child = spawn(process.execPath, [join(inject('builtProcesses'), `${name}-process.js`)], {
        env: { ...process.env, NODE_COMPILE_CACHE: compiled },
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      endWithProcess(child, 'SIGKILL')
      child.stdin.end(JSON.stringify(order))
      const gone = once(child, 'exit')
      const started = {
        async kill() {
          running.delete(started)
          child.kill('SIGKILL')
          await gone
        },
      }
      running.add(started)
      return started
    },
  }
}
