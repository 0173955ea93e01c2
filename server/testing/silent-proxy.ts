import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy before PostgreSQL that forwards every byte until connections are made silent: open, and dead. */
export type SilentProxy = {
  /** The address of the proxy. */
  readonly connectionString: string
  /** Stops forwarding on all open connections, in both directions; new ones work. */
  silence(): void
  /** The number of opened connections. */
  count(): number
  stop(): Promise<void>
}

/** @param target The address of a PostgreSQL by TCP, or by a socket's folder as `host`. */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const url = new URL(target)
  const folder = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  const dial = () => (folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, url.hostname))
  const open = new Set<Socket>()
  let count = 0
  const server = createServer((near) => {
    count += 1
    const far = dial()
    for (const side of [near, far]) {
      open.add(side)
      const end = () => {
        near.destroy()
        far.destroy()
      }
      side.on('error', end).on('close', end)
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(target)
  through.search = ''
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    connectionString: through.href,
    silence() {
      for (const side of open) {
        side.unpipe()
        side.pause()
      }
    },
    count: () => count,
    async stop() {
      for (const side of open) side.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
