import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * The fault of a request: `error` returns 500, `slow` waits first, `cut` closes the connection after half of the
 * reply's body, `away` before any reply, `narrow` passes both bodies on at a number of bytes a second, `silent` never replies.
 */
export type Fault = 'none' | 'error' | 'slow' | 'cut' | 'away' | 'narrow' | 'silent'

type FaultOptions = {
  /** Number of requests that have the fault; default: all, until it is changed. */
  readonly times?: number
  readonly slowMs?: number
  readonly bytesPerSecond?: number
}

export type FaultProxy = {
  readonly port: number
  setFault(fault: Fault, options?: FaultOptions): void
  /** The number of requests so far. */
  requestCount(): number
  stop(): Promise<void>
}

/** A line on which so many bytes pass in a second. */
const narrowLine = (bytesPerSecond: number) =>
  async function* (bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      await wait((chunk.byteLength / bytesPerSecond) * 1_000)
      yield chunk
    }
  }

/**
 * A proxy before an HTTP server of this machine that forwards everything unchanged, including signed headers, except
 * for its faults.
 */
export async function startFaultProxy(targetPort: number, port = 0): Promise<FaultProxy> {
  let fault: Fault = 'none'
  let remaining = 0
  let slowMs = 0
  let bytesPerSecond = 0
  let count = 0
  const server = createServer((request, response) => {
    count++
    const current = remaining > 0 ? fault : 'none'
    remaining--
    const lineOf = () => (current === 'narrow' ? narrowLine(bytesPerSecond) : new PassThrough())
    const handOn = () => {
      if (response.destroyed) return
      const { method, url: path, headers } = request
      const onward = send({ host: '127.0.0.1', port: targetPort, method, path, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        // Some servers send a body in reply to HEAD, which is invalid HTTP.
        if (method === 'HEAD') return void response.end()
        if (current !== 'cut') return void pipeline(answer, lineOf(), response, () => undefined)
        let left = Number(answer.headers['content-length'] ?? 0) >> 1
        answer.on('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, left), () => {
            if (left <= 0) response.destroy()
          })
          left -= chunk.byteLength
        })
        answer.on('end', () => response.destroy())
      })
      onward.on('error', () => {
        if (!response.headersSent) response.destroy()
      })
      // A reply to a client that has left could not be piped: `pipeline` throws.
      response.on('close', () => onward.destroy())
      pipeline(request, lineOf(), onward, () => undefined)
    }
    if (current === 'silent') return void request.resume()
    if (current === 'away') return void request.socket.destroy()
    if (current === 'error') return void response.writeHead(500, { connection: 'close' }).end()
    if (current === 'slow') return void setTimeout(handOn, slowMs)
    handOn()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    setFault(next, options = {}) {
      fault = next
      remaining = options.times ?? Number.POSITIVE_INFINITY
      slowMs = options.slowMs ?? 1_000
      bytesPerSecond = options.bytesPerSecond ?? 1_000_000
    },
    requestCount: () => count,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
