import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** The measurements of a server between two resets: milliseconds, megabytes. */
export type Health = { readonly slowestMs: number; readonly residentMegabytes: number }

const { url, pid } = workerData as { url: string; pid: number }
let slowestMs = 0
let residentMegabytes = 0

parentPort?.on('message', () => {
  parentPort?.postMessage({ slowestMs, residentMegabytes } satisfies Health)
  slowestMs = 0
  residentMegabytes = 0
})

// A worker thread: the main thread is busy sending the bombs.
for (;;) {
  const startedAt = performance.now()
  await fetch(`${url}/healthz`).then((reply) => reply.arrayBuffer())
  slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
  residentMegabytes = Math.max(residentMegabytes, resident)
  await wait(50)
}
