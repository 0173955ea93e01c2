import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type TestProxy = {
  readonly url: string
  /** Replaces the backends behind it. */
  setBackends(urls: readonly string[]): void
  close(): void
}

const askReadyMs = 200
/** A backend that says nothing for this long is as ready as it was: a busy machine is late, and one that has ended refuses at once. */
const answerMs = 1_000

/**
 * A proxy like common ones: asks each backend whether it is ready, takes turns among those that are, and goes to
 * another where one does not take the connection. A request that a backend has begun to answer is never sent twice. The
 * text of a 502 says why.
 */
export async function startProxy(): Promise<TestProxy> {
  let backends: readonly string[] = []
  let ready: readonly string[] = []
  let isOpen = true
  let turn = 0

  const isReady = (url: string) =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMs) }).then(
      ({ ok }) => ok,
      (error: Error) => error.name === 'TimeoutError' && ready.includes(url),
    )
  /** Asks again only when all have answered: an answer never replaces a newer one. */
  async function keepLooking(): Promise<void> {
    while (isOpen) {
      const asked = backends
      const answers = await Promise.all(asked.map(isReady))
      ready = asked.filter((_, index) => answers[index])
      await wait(askReadyMs)
    }
  }
  void keepLooking()

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, triesLeft: number): void {
    const url = ready[turn++ % Math.max(1, ready.length)]
    if (!url || triesLeft === 0) {
      outgoing.writeHead(502).end(url ? 'no backend takes the connection' : 'no backend is ready')
      return
    }
    const { method, url: path, headers } = incoming
    const sent = request(`${url}${path}`, { method, headers, agent: false }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
      reply.on('error', () => outgoing.destroy())
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') pass(incoming, outgoing, body, triesLeft - 1)
      else outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(error.message)
    })
    outgoing.on('close', () => sent.destroy())
    sent.end(body)
  }

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    pass(incoming, outgoing, Buffer.concat(chunks), 4)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setBackends(urls) {
      backends = urls
    },
    close() {
      isOpen = false
      server.close()
      server.closeAllConnections()
    },
  }
}
