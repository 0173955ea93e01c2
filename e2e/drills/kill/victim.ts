import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithProcess } from '#server-testing/end-with-process.ts'
import type { KillServerSettings } from './kill-server.ts'

/** Names the variable of the built program; unset outside of tests. */
export const builtKillServer = 'ESPALIER_BUILT_KILL_SERVER'

/** The program of the servers of drills: built where it is started by the dozen, else its sources. */
export const killServer = process.env[builtKillServer] ?? fileURLToPath(new URL('./kill-server.ts', import.meta.url))

/** Starts a server that will be killed. Resolves when it listens; `gone` resolves when it has been killed. */
export async function startVictim(
  settings: KillServerSettings,
): Promise<{ victim: ChildProcess; port: number; gone: Promise<unknown> }> {
  const victim = fork(killServer, [JSON.stringify(settings)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  endWithProcess(victim, 'SIGKILL')
  const gone = once(victim, 'exit')
  const [message] = (await Promise.race([
    once(victim, 'message'),
    gone.then(() => {
      throw new Error('The server ended before it listened.')
    }),
  ])) as [{ port: number }]
  return { victim, port: message.port, gone }
}
