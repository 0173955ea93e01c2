import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** The measurements of a server between two resets: milliseconds, megabytes. */
export type Health = {
  /** Of /healthz, and of the projects of an account that does nothing else. */
  readonly slowestMs: number
  readonly slowestOtherMs: number
  readonly residentMegabytes: number
}

const { url, pid, cookie } = workerData as { url: string; pid: number; cookie: string }
let slowestMs = 0
let slowestOtherMs = 0
let residentMegabytes = 0

parentPort?.on('message', () => {
  parentPort?.postMessage({ slowestMs, slowestOtherMs, residentMegabytes } satisfies Health)
  slowestMs = 0
  slowestOtherMs = 0
  residentMegabytes = 0
})

async function msOf(path: string): Promise<number> {
  const startedAt = performance.now()
  const reply = await fetch(`${url}${path}`, { headers: { cookie } })
  await reply.arrayBuffer()
  if (!reply.ok) console.error(`${path} was answered ${reply.status}.`)
  return performance.now() - startedAt
}

// A worker thread: the main thread is busy sending the bombs.
for (;;) {
  const [health, other] = await Promise.all([msOf('/healthz'), msOf('/api/projects')])
  slowestMs = Math.max(slowestMs, health)
  slowestOtherMs = Math.max(slowestOtherMs, other)
  const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
  residentMegabytes = Math.max(residentMegabytes, resident)
  await wait(50)
}
