import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProxyServer } from 'httpxy'

export type Balancer = { readonly url: string; setTargets(addresses: readonly string[]): void; stop(): Promise<void> }

/** How long a process that refused a connection is skipped while another is available. */
const restMs = 500
const isSafe = (request: IncomingMessage) => request.method === 'GET' || request.method === 'HEAD'

/**
 * The balancer before the web processes: requests go to each in turn; one that does not answer is skipped for a moment.
 * A GET without an answer is sent to the next; anything else gets 502, since it may have been executed.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_024 })
  const proxy = createProxyServer({ xfwd: true, agent })
  const restsUntil = new Map<string, number>()
  let targets: readonly string[] = []
  let turn = 0

  /** The next one in turn that is not skipped, or the next one at all. */
  function choose(tried: ReadonlySet<string>): string | undefined {
    const inTurn = targets.map((_, index) => targets[(turn + index) % targets.length] ?? '')
    turn++
    const left = inTurn.filter((address) => !tried.has(address))
    return left.find((address) => (restsUntil.get(address) ?? 0) < Date.now()) ?? left[0]
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const tried = new Set<string>()
    for (let target = choose(tried); target !== undefined; target = choose(tried)) {
      tried.add(target)
      try {
        return await proxy.web(request, response, { target })
      } catch {
        // The client has disconnected. (`request.destroyed` only means that its body has been read.)
        if (response.destroyed || request.socket.destroyed) return
        restsUntil.set(target, Date.now() + restMs)
        if (response.headersSent) return void response.destroy()
        if (!isSafe(request)) break
      }
    }
    response.writeHead(502, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'unavailable', message: 'No server answers just now.' }))
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTargets(addresses) {
      targets = addresses
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await once(server, 'close')
    },
  }
}
