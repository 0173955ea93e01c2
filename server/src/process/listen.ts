import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

type Fetch = Parameters<typeof getRequestListener>[0]

export type Listening = {
  readonly port: number
  /** Takes no more connections, and closes those that are open (event streams among them) when their replies had a moment. */
  close(): void
}

const firstPort = 3_000
const lastPort = 3_100
const closingMs = 300

function listenOn(fetch: Fetch, host: string, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer(getRequestListener(fetch, { hostname: host }))
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
 * @throws Error with one line that names the port that is taken.
 */
export async function listen(fetch: Fetch, host: string, port: number | undefined): Promise<Listening> {
  for (let next = port ?? firstPort; ; next++) {
    try {
      return await listenOn(fetch, host, next)
    } catch (error) {
      if (!isTaken(error)) throw error
      if (port !== undefined) throw new Error(`The port ${port} (setting PORT) is taken by another program.`)
      if (next >= lastPort) throw new Error(`All ports from ${firstPort} to ${lastPort} are taken; set PORT.`)
    }
  }
}
