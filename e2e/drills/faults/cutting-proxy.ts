import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy before a server that forwards every byte until its connections are cut. */
export type CuttingProxy = {
  readonly url: string
  /** Cuts the connections of event streams. @returns How many. */
  cutStreams(): number
  stop(): Promise<void>
}

const asksForEvents = /^GET \/api\/events/m

/** @param target The address of a server on this machine, with its port. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const streams = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    open.add(near)
    near.on('data', (chunk) => {
      if (asksForEvents.test(chunk.toString('latin1'))) streams.add(near)
    })
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
      streams.delete(near)
    }
    for (const side of [near, far]) side.on('error', end).on('close', end)
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutStreams() {
      const cut = [...streams]
      for (const stream of cut) stream.destroy()
      return cut.length
    },
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
