import { type LiveEvent, liveEventNames } from './live-event.ts'

type Handlers = {
  onEvent(event: LiveEvent): void
  /** Something was missed for good: what is shown has to be read anew. */
  onReset(): void
}

export type EventStream = {
  /** Sees to it that everything after `seq` arrives. Called with the `seq` of each list that is read. */
  follow(seq: number): void
  /** Starts with what happens from now on, where no list is read that would give a number. */
  followFromNow(): void
  close(): void
}

const firstRetryMs = 1_000
const longestRetryMs = 30_000

/** The tab's only connection for events. `EventSource` reconnects by itself after a lost connection, but not after a refusal. */
export function createEventStream({ onEvent, onReset }: Handlers): EventStream {
  let source: EventSource | null = null
  let seen: number | null = null
  let wasOpen = false
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined

  const notice = (seq: number) => {
    seen = seen === null ? seq : Math.max(seen, seq)
  }

  const connect = () => {
    clearTimeout(timer)
    source?.close()
    const opened = new EventSource(seen === null ? '/api/events' : `/api/events?after=${seen}`)
    source = opened
    opened.addEventListener('open', () => {
      // It comes back without a number to resume from: whatever happened in between is lost.
      if (wasOpen && seen === null) onReset()
      wasOpen = true
      retryMs = firstRetryMs
    })
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, retryMs)
      retryMs = Math.min(retryMs * 2, longestRetryMs)
    })
    for (const name of liveEventNames)
      opened.addEventListener(name, (message: MessageEvent<string>) => {
        const event = { name, data: JSON.parse(message.data) } as LiveEvent
        notice(event.data.seq)
        onEvent(event)
      })
    opened.addEventListener('reset', (message: MessageEvent<string>) => {
      notice((JSON.parse(message.data) as { seq: number }).seq)
      onReset()
    })
  }

  return {
    follow(seq) {
      if (source && (wasOpen || seen !== null)) return
      seen = seq
      connect()
    },
    followFromNow() {
      if (!source) connect()
    },
    close() {
      clearTimeout(timer)
      source?.close()
      source = null
      seen = null
      wasOpen = false
    },
  }
}
