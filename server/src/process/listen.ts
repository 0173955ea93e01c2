import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

type Fetch = Parameters<typeof getRequestListener>[0]
/** Answers a request itself, or says that it does not want it. */
type FirstHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

export type Listening = {
  readonly port: number
  /** Accepts no more connections; resolves when the last reply was sent, or was cut at the time limit. */
  close(options?: { readonly drainMs: number }): Promise<void>
}

const firstPort = 3_000
const lastPort = 3_100
const shortDrain = { drainMs: 300 }
/** The pause between the looks of a process that ends for connections without a reply in progress. */
const idleMs = 50
/**
 * The longest that a request may take to arrive: the largest import at a megabit a second. Bodies have bounds of their own, in
 * seconds and by their rate (`http/receive-body.ts`, `http/receive-file.ts`). And how long a sender may take for its headers
 * (slow loris).
 */
const requestMs = 4 * 3_600_000
const headersMs = 15_000
/**
 * Longer than the 60 s for which common proxies keep a connection, so that they never write into one that is closing.
 */
const keepAliveMs = 75_000

function listenOn(handle: RequestListener, host: string, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer(
      { requestTimeout: requestMs, headersTimeout: headersMs, keepAliveTimeout: keepAliveMs },
      handle,
    )
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve({
        port: (server.address() as AddressInfo).port,
        close({ drainMs } = shortDrain) {
          const cut = setTimeout(() => server.closeAllConnections(), drainMs)
          // A client keeps the connection of its last reply for a next request, which this process will not answer.
          const idle = setInterval(() => server.closeIdleConnections(), idleMs)
          return new Promise((closed) =>
            server.close(() => {
              clearTimeout(cut)
              clearInterval(idle)
              closed()
            }),
          )
        },
      })
    })
  })
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Listens on the requested port, or without one on 3000 or the next free one.
 * @param first Is asked before the application: the development server.
 * @throws Error with one line that names the port in use.
 */
export async function listen(
  fetch: Fetch,
  host: string,
  port: number | undefined,
  first: FirstHandler = () => false,
): Promise<Listening> {
  const answer = getRequestListener(fetch, { hostname: host })
  const handle: RequestListener = (incoming, outgoing) => {
    if (!first(incoming, outgoing)) void answer(incoming, outgoing)
  }
  for (let next = port ?? firstPort; ; next++) {
    try {
      return await listenOn(handle, host, next)
    } catch (error) {
      if (!isTaken(error)) throw error
      if (port !== undefined) throw new Error(`The port ${port} (setting PORT) is taken by another program.`)
      if (next >= lastPort) throw new Error(`All ports from ${firstPort} to ${lastPort} are taken; set PORT.`)
    }
  }
}
