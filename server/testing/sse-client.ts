import type { Server } from '#server/start/start-server.ts'
import { testOrigin } from './test-origin.ts'

export type ReceivedEvent = { readonly name: string; readonly id: number; readonly data: Record<string, unknown> }

export type SseClient = {
  readonly status: number
  readonly events: ReceivedEvent[]
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  /** Resolves to the first matching event, as soon as it arrives. */
  next(fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
  close(): void
}

function parseEvent(block: string): ReceivedEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trimStart()] as const
    }),
  )
  const data = fields.get('data')
  return data === undefined
    ? null
    : { name: fields.get('event') ?? '', id: Number(fields.get('id')), data: JSON.parse(data) }
}

/** Opens the event stream as a browser does, without a port. @param as The cookie of a person, or the headers of a program. */
export async function openEvents(
  { app }: Server,
  as: string | Readonly<Record<string, string>>,
  from: { after?: number; lastEventId?: number | string } = {},
): Promise<SseClient> {
  const query = from.after === undefined ? '' : `?after=${from.after}`
  const response = await app.request(`/api/events${query}`, {
    headers: {
      host: 'localhost',
      ...(typeof as === 'string' ? { cookie: as, origin: testOrigin } : as),
      ...(from.lastEventId === undefined ? {} : { 'last-event-id': String(from.lastEventId) }),
    },
  })
  const events: ReceivedEvent[] = []
  const waiting = new Set<() => void>()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    let rest = ''
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return
      rest += chunk.value
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      events.push(...blocks.map(parseEvent).filter((event) => event !== null))
      for (const look of waiting) look()
    }
  }
  const ended = response.status === 200 ? read().catch(() => {}) : Promise.resolve()
  return {
    status: response.status,
    events,
    ended,
    next: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(fits)
          if (!found) return
          waiting.delete(look)
          clearTimeout(timer)
          resolve(found)
        }
        const timer = setTimeout(
          () => reject(new Error(`No such event among ${JSON.stringify(events.map((event) => event.name))}`)),
          10_000,
        )
        waiting.add(look)
        look()
      }),
    close: () => void reader?.cancel().catch(() => {}),
  }
}
