import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

type Fetch = Parameters<typeof getRequestListener>[0]
/** Answers a request itself, or says that it does not want it. */
type FirstHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

export type Listening = {
  readonly port: number
  /** Takes no more connections, and closes those that are open (event streams among them) when their replies had a moment. */
  close(): void
}

const firstPort = 3_000
const lastPort = 3_100
const closingMs = 300

function listenOn(handle: RequestListener, host: string, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer(handle)
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve({
        port: (server.address() as AddressInfo).port,
        close() {
          server.close()
          setTimeout(() => server.closeAllConnections(), closingMs)
        },
      })
    })
  })
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Listens on the port asked for, or without one on 3000 or the next that is free.
 * @param first Asked before the application: the development server.
 * @throws Error with one line that names the port that is taken.
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
