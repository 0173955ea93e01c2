import type { EventData, StoredEventName } from '#contract/events.ts'
import { type Clock, withJitter } from './clock.ts'

/** One stored event of the stream. */
export type LiveEvent = {
  [Name in StoredEventName]: { readonly name: Name; readonly data: EventData<Name> }
}[StoredEventName]

/** An event that changes a board. */
export type ProjectEvent = Exclude<
  LiveEvent,
  {
    name:
      | 'credits-changed'
      | 'words-changed'
      | 'series-changed'
      | 'review-changed'
      | 'assistant-changed'
      | 'descriptions-changed'
  }
>

/** The names to subscribe to; the compiler checks that none is missing. */
const names: Record<StoredEventName, true> = {
  'generation-created': true,
  'generation-changed': true,
  'generation-deleted': true,
  'generation-restored': true,
  'image-changed': true,
  'project-changed': true,
  'frame-changed': true,
  'note-changed': true,
  'purse-changed': true,
  'review-changed': true,
  'series-changed': true,
  'assistant-changed': true,
  'descriptions-changed': true,
  'words-changed': true,
  'credits-changed': true,
}
const liveEventNames = Object.keys(names) as StoredEventName[]

/** The names of everything that the stream sends. */
export const streamEventNames: readonly string[] = [...liveEventNames, 'image-progress', 'assistant-text', 'reset']

/** Part of `EventSource` that the stream uses. */
export type EventStreamSource = EventTarget & {
  readonly CLOSED: number
  readonly readyState: number
  close(): void
}

/** Calls the listener with the data of each message of a name. */
export function onMessage(source: EventTarget, name: string, listener: (data: string) => void): void {
  source.addEventListener(name, (event) => listener((event as MessageEvent<string>).data))
}

type Options = {
  onEvent(event: LiveEvent): void
  /** Called with ephemeral events: the progress of an image. They have no number. */
  onProgress(progress: EventData<'image-progress'>): void
  /** Called with a piece of what the assistant is writing. */
  onAssistantText(piece: EventData<'assistant-text'>): void
  /** Called where events were missed for good: everything visible has to be read again. */
  onReset(): void
  /** Called when the connection is back after it was lost: possibly to another release of the server. */
  onReconnect(): void
  /** Opens the connection. */
  open(address: string): EventStreamSource
  readonly clock: Clock
}

export type EventStream = {
  /** Subscribes to everything after `seq`. Called with the `seq` of each list that is read. */
  follow(seq: number): void
  /** Starts with events from now on, where no list is read that would have a number. */
  followFromNow(): void
  /** Closes the connection for a while: a browser allows only six to a server, over all tabs. */
  rest(): void
  /** Resumes from the last received event. */
  wake(): void
  /** Closes the connection for good. */
  close(): void
}

const firstRetryMs = 1_000
const maxRetryMs = 30_000

/**
 * Creates the tab's only connection for events. `EventSource` reconnects by itself after a lost connection, but not
 * after a refusal.
 */
export function createEventStream({
  onEvent,
  onProgress,
  onAssistantText,
  onReset,
  onReconnect,
  open,
  clock,
}: Options): EventStream {
  let source: EventStreamSource | null = null
  let lastSeq: number | null = null
  let wasOpen = false
  let isResting = false
  let isClosed = false
  let retryMs = firstRetryMs
  let stopRetry = () => {}

  const note = (seq: number) => {
    lastSeq = lastSeq === null ? seq : Math.max(lastSeq, seq)
  }

  const connect = () => {
    if (isClosed) return
    isResting = false
    stopRetry()
    source?.close()
    const opened = open(lastSeq === null ? '/api/events' : `/api/events?after=${lastSeq}`)
    source = opened
    opened.addEventListener('open', () => {
      // It reconnects without a number to resume from: whatever happened in between is lost.
      if (wasOpen && lastSeq === null) onReset()
      if (wasOpen) onReconnect()
      wasOpen = true
      retryMs = firstRetryMs
    })
    opened.addEventListener('error', () => {
      if (opened.readyState !== opened.CLOSED) return
      stopRetry = clock.after(withJitter(retryMs, clock), connect)
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    })
    for (const name of liveEventNames)
      onMessage(opened, name, (data) => {
        const event = { name, data: JSON.parse(data) } as LiveEvent
        note(event.data.seq)
        onEvent(event)
      })
    onMessage(opened, 'image-progress', (data) => {
      onProgress(JSON.parse(data) as EventData<'image-progress'>)
    })
    onMessage(opened, 'assistant-text', (data) => {
      onAssistantText(JSON.parse(data) as EventData<'assistant-text'>)
    })
    onMessage(opened, 'reset', (data) => {
      note((JSON.parse(data) as { seq: number }).seq)
      onReset()
    })
  }

  return {
    follow(seq) {
      if (source && (wasOpen || lastSeq !== null)) return
      lastSeq = seq
      connect()
    },
    followFromNow() {
      if (!source) connect()
    },
    rest() {
      if (!source) return
      stopRetry()
      source.close()
      isResting = true
    },
    wake() {
      if (isResting) connect()
    },
    close() {
      stopRetry()
      source?.close()
      isClosed = true
    },
  }
}

/** Long enough that a short visit to another tab costs no new connection. */
const restAfterMs = 5_000

/**
 * Lets the stream rest while its tab is hidden and idle, so that many open tabs do not use up the browser's
 * connections. Returns the stop, and `reconsider`, to be called when work may have ended.
 */
export function restWhenHidden(stream: Pick<EventStream, 'rest' | 'wake'>, hasWork: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined

  const reconsider = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') stream.wake()
    else
      timer = setTimeout(() => {
        if (!hasWork()) stream.rest()
      }, restAfterMs)
  }

  document.addEventListener('visibilitychange', reconsider)
  reconsider()
  return {
    reconsider,
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', reconsider)
    },
  }
}
