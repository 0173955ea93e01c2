import { Agent, request } from 'node:http'
import { percentile } from '../overhead/round.ts'

/** One call, as it is sent again and again. */
export type LoadCall = {
  readonly name: string
  readonly method: string
  readonly path: string
  /** The bare route that reads the same rows, where that is more than one. */
  readonly like?: string
  /** A new one each time, for calls that make something. */
  readonly body?: () => object
}

/** What came of it. */
export type LoadFigures = {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends one call and reads its answer to the end. @returns Milliseconds. @throws Error on a refusal. */
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

/** Keeps a number of requests in flight for a time. */
export async function measureCall(
  port: number,
  cookie: string,
  call: LoadCall,
  { inFlight, seconds }: { readonly inFlight: number; readonly seconds: number },
): Promise<LoadFigures> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1_000
  const run = async () => {
    while (performance.now() < endAt) latencies.push(await sendOnce(port, cookie, call))
  }
  await Promise.all(Array.from({ length: inFlight }, run))
  const took = (performance.now() - startedAt) / 1_000
  const at = (share: number) => percentile(latencies, share)
  return { perSecond: latencies.length / took, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
