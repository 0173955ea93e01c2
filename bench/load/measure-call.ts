import { Agent, request } from 'node:http'
import { percentile } from '../figures.ts'

/** One call that is sent repeatedly. */
export type LoadCall = {
  readonly name: string
  readonly method: string
  readonly path: string
  /** The bare route that reads the same rows, where there is more than one. */
  readonly like?: string
  /** A new body each time, for calls that create something. */
  readonly body?: () => object
}

/** The measurements of a call. */
export type LoadFigures = {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** CPU time of the server's own process for one call, in microseconds: the same on a busy machine and a quiet one. */
  readonly cpuMicros: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends one call and reads its reply to the end. @returns Milliseconds. @throws Error on a refusal. */
export function sendOnce(port: number, cookie: string, { method, path, body }: LoadCall): Promise<number> {
  const text = body ? JSON.stringify(body()) : undefined
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      origin: `http://127.0.0.1:${port}`,
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (reply) => {
      reply.resume()
      reply.on('end', () => {
        if ((reply.statusCode ?? 500) >= 400) reject(new Error(`${method} ${path} answered ${reply.statusCode}`))
        else resolve(performance.now() - startedAt)
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/** A call, its address, and its user. */
export type LoadTarget = {
  readonly port: number
  readonly cookie: string
  readonly call: LoadCall
  /** The CPU time of the process behind the port so far, in microseconds. */
  cpu(): Promise<number>
}

/** The number of turns of each call: other load on the machine then affects all of them alike. */
const turns = 8

/**
 * Keeps a number of requests in flight for a time, of one call after the other in short turns.
 * @param load.seconds For each call, in all.
 * @returns The measurements of each call, in their order.
 */
export async function measureInTurn(
  targets: readonly LoadTarget[],
  { inFlight, seconds }: { readonly inFlight: number; readonly seconds: number },
): Promise<LoadFigures[]> {
  const latencies = targets.map((): number[] => [])
  const took = targets.map(() => 0)
  const cpu = targets.map(() => 0)
  for (let turn = 0; turn < turns; turn++)
    for (const [index, target] of targets.entries()) {
      const { port, cookie, call } = target
      const cpuBefore = await target.cpu()
      const startedAt = performance.now()
      const endAt = startedAt + (seconds / turns) * 1_000
      const run = async () => {
        while (performance.now() < endAt) latencies[index]?.push(await sendOnce(port, cookie, call))
      }
      await Promise.all(Array.from({ length: inFlight }, run))
      took[index] = (took[index] ?? 0) + (performance.now() - startedAt) / 1_000
      cpu[index] = (cpu[index] ?? 0) + ((await target.cpu()) - cpuBefore)
    }
  return latencies.map((of, index) => ({
    perSecond: of.length / (took[index] ?? 1),
    p50: percentile(of, 0.5),
    p95: percentile(of, 0.95),
    p99: percentile(of, 0.99),
    cpuMicros: (cpu[index] ?? 0) / of.length,
  }))
}
