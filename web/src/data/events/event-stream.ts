import type { EventData } from '#contract/events.ts'
import { type LiveEvent, liveEventNames } from './live-event.ts'

type Options = {
  onEvent(event: LiveEvent): void
  /** How far a picture is; told once, and without a number. */
  onProgress(progress: EventData<'image-progress'>): void
  /** Something was missed for good: what is shown has to be read anew. */
  onReset(): void
  /** The connection is there again after it was lost: perhaps to another release of the server. */
  onReturn?(): void
  /** Opens the connection. */
  open?(address: string): EventSource
  /** From 0 to 1, for tests. */
  random?(): number
}

export type EventStream = {
  /** Sees to it that everything after `seq` arrives. Called with the `seq` of each list that is read. */
  follow(seq: number): void
  /** Starts with what happens from now on, where no list is read that would give a number. */
  followFromNow(): void
  /** Gives the connection back for a while: a browser allows a server only six, over all tabs. */
  rest(): void
  /** Goes on after a rest, from the last event that was seen. */
  wake(): void
  close(): void
}

const firstRetryMs = 1_000
const longestRetryMs = 30_000

/** The tab's only connection for events. `EventSource` reconnects by itself after a lost connection, but not after a refusal. */
export function createEventStream({
  onEvent,
  onProgress,
  onReset,
  onReturn = () => {},
  random = Math.random,
  open = (address) => new EventSource(address),
}: Options): EventStream {
  let source: EventSource | null = null
  let seen: number | null = null
  let wasOpen = false
  let isResting = false
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined

  const notice = (seq: number) => {
    seen = seen === null ? seq : Math.max(seen, seq)
  }

  const connect = () => {
    isResting = false
    clearTimeout(timer)
    source?.close()
    const opened = open(seen === null ? '/api/events' : `/api/events?after=${seen}`)
    source = opened
    opened.addEventListener('open', () => {
      // It comes back without a number to resume from: whatever happened in between is lost.
      if (wasOpen && seen === null) onReset()
      if (wasOpen) onReturn()
      wasOpen = true
      retryMs = firstRetryMs
    })
    opened.addEventListener('error', () => {
      if (opened.readyState !== opened.CLOSED) return
      // Between half and the whole of it: a server that comes back is not asked by everybody at the same moment.
      timer = setTimeout(connect, retryMs * (0.5 + random() / 2))
      retryMs = Math.min(retryMs * 2, longestRetryMs)
    })
    for (const name of liveEventNames)
      opened.addEventListener(name, (message: MessageEvent<string>) => {
        const event = { name, data: JSON.parse(message.data) } as LiveEvent
        notice(event.data.seq)
        onEvent(event)
      })
    opened.addEventListener('image-progress', (message: MessageEvent<string>) => {
      onProgress(JSON.parse(message.data) as EventData<'image-progress'>)
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
    rest() {
      if (!source) return
      clearTimeout(timer)
      source.close()
      isResting = true
    },
    wake() {
      if (isResting) connect()
    },
    close() {
      clearTimeout(timer)
      source?.close()
      source = null
      isResting = false
      seen = null
      wasOpen = false
    },
  }
}
