import { Agent, request } from 'node:http'
import { percentile } from '../figures.ts'

/** An open event stream that records when it received an event. */
type OpenStream = { readonly close: () => void; lastEventAt: number }

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

function openStream(port: number, cookie: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path: '/api/events', headers: { cookie } }, (reply) => {
      if (reply.statusCode !== 200) return reject(new Error(`A stream was answered with ${reply.statusCode}`))
      const stream: OpenStream = { close: () => sent.destroy(), lastEventAt: 0 }
      reply.on('data', (chunk: Buffer) => {
        if (chunk.includes('event:')) stream.lastEventAt = performance.now()
      })
      reply.on('error', () => undefined)
      resolve(stream)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/**
 * Opens streams, causes an event for each user at the same moment, and measures when the last one received it. @param people
 * Cookies; streams are dealt out among them. @param cause Causes one event for each person.
 */
export async function measureStreams(
  port: number,
  people: readonly string[],
  work: {
    readonly streams: number
    cause(cookie: string): Promise<unknown>
    memory(): Promise<{ rssBytes: number; heapBytes: number }>
  },
): Promise<{ readonly rssEach: number; readonly heapEach: number; readonly p50: number; readonly last: number }> {
  const before = await work.memory()
  const open: OpenStream[] = []
  for (let at = 0; at < work.streams; at += 50)
    open.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, work.streams - at) }, (_, index) =>
          openStream(port, people[(at + index) % people.length] ?? ''),
        ),
      )),
    )
  const opened = await work.memory()
  const toldAt = performance.now()
  await Promise.all(people.map((cookie) => work.cause(cookie)))
  while (open.some(({ lastEventAt }) => lastEventAt < toldAt) && performance.now() - toldAt < 30_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
  const lags = open.map(({ lastEventAt }) => (lastEventAt < toldAt ? Number.POSITIVE_INFINITY : lastEventAt - toldAt))
  for (const stream of open) stream.close()
  return {
    rssEach: (opened.rssBytes - before.rssBytes) / work.streams,
    heapEach: (opened.heapBytes - before.heapBytes) / work.streams,
    p50: percentile(lags, 0.5),
    last: Math.max(...lags),
  }
}
