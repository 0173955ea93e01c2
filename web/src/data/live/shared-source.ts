import { type EventStreamSource, onMessage } from './event-stream.ts'

type Message = { readonly name: string; readonly data: string }

/** Messages between tabs; most go from the tab with the connection to the others. */
type Relayed =
  | ({ readonly kind: 'message' } & Message)
  | { readonly kind: 'open' }
  | { readonly kind: 'error' }
  /** Another tab has the connection now: each follower replies with its last number. */
  | { readonly kind: 'holds' }
  | { readonly kind: 'joins'; readonly tab: string; readonly after: number | null }
  /** Events that a joining tab has missed; later ones are sent to all tabs. */
  | { readonly kind: 'welcome'; readonly to: string; readonly isOpen: boolean; readonly missed: readonly Message[] }

type SharedSourceOptions = {
  readonly address: string
  /** Names of the events that are passed on. */
  readonly names: readonly string[]
  /** The user and installation that a connection belongs to: a name of the lock and the channel. */
  readonly scope: string
  /** Opens a real connection. */
  open(address: string): EventStreamSource
  readonly locks: Pick<LockManager, 'request'>
}

/** Stored events that the tab with the connection keeps for tabs that join later. */
const maxKept = 500

const seqOf = (data: string): number | null => {
  const { seq } = JSON.parse(data) as { seq?: number }
  return seq ?? null
}

const afterOf = (address: string): number | null => {
  const after = new URL(address, 'http://localhost').searchParams.get('after')
  return after === null ? null : Number(after)
}

/**
 * An `EventSource` whose connection all tabs of a browser share: over HTTP/1.1 a browser opens six connections to a server, and six
 * tabs with one each leave none for anything else (https://html.spec.whatwg.org/multipage/server-sent-events.html#authoring-notes).
 * The tab that has a Web Lock has the connection and passes every message on; when it closes, the next tab opens one where it
 * stands. A tab gets each stored event once, in order.
 */
export class SharedSource extends EventTarget {
  readonly CLOSED = 2
  readyState = 0
  readonly #options: SharedSourceOptions
  readonly #channel: BroadcastChannel
  readonly #tab = crypto.randomUUID()
  readonly #ended = new AbortController()
  /** The number of the last stored event that was received here. */
  #last: number | null
  /** The real connection; null where another tab has it. */
  #source: EventStreamSource | null = null
  /** Stored events since `#keptAfter`; null where the connection began at an unknown number. */
  #kept: { readonly seq: number; readonly name: string; readonly data: string }[] = []
  #keptAfter: number | null = null
  /** Whether the tab with the connection has told what was missed: until then its messages are part of that. */
  #isWelcome = false
  #release = () => {}

  constructor(options: SharedSourceOptions) {
    super()
    this.#options = options
    this.#last = afterOf(options.address)
    this.#channel = new BroadcastChannel(options.scope)
    this.#channel.onmessage = ({ data }: MessageEvent<Relayed>) => this.#hear(data)
    this.#say({ kind: 'joins', tab: this.#tab, after: this.#last })
    options.locks
      .request(options.scope, { signal: this.#ended.signal }, () => {
        if (this.#ended.signal.aborted) return undefined
        this.#connect(this.#last)
        this.#say({ kind: 'holds' })
        return new Promise<void>((resolve) => {
          this.#release = resolve
        })
      })
      // Closed while it waited for the lock.
      .catch(() => {})
  }

  close(): void {
    this.readyState = this.CLOSED
    this.#ended.abort()
    this.#source?.close()
    this.#source = null
    this.#release()
    this.#channel.close()
  }

  #say(message: Relayed): void {
    if (!this.#ended.signal.aborted) this.#channel.postMessage(message)
  }

  #hear(message: Relayed): void {
    if (message.kind === 'message') {
      if (this.#isWelcome) this.#deliver(message)
    } else if (message.kind === 'joins') this.#welcome(message)
    else if (message.kind === 'welcome') this.#enter(message)
    else if (message.kind === 'holds') {
      this.#isWelcome = false
      this.#say({ kind: 'joins', tab: this.#tab, after: this.#last })
    } else if (message.kind === 'error') this.#lost(0)
    // Another tab's connection follows the last one without a gap, but where this tab has no number to say so.
    else if (this.readyState !== 1 || this.#last === null) this.#opened()
  }

  /** Sends a tab what it has missed, from memory or by a new connection from there. */
  #welcome({ tab, after }: Extract<Relayed, { kind: 'joins' }>): void {
    if (!this.#source) return
    if (after !== null && (this.#keptAfter === null || after < this.#keptAfter)) this.#connect(after)
    const missed = after === null ? [] : this.#kept.filter(({ seq }) => seq > after)
    this.#say({ kind: 'welcome', to: tab, isOpen: this.#source.readyState === 1, missed })
  }

  #enter({ to, isOpen, missed }: Extract<Relayed, { kind: 'welcome' }>): void {
    if (to !== this.#tab || this.#source) return
    this.#isWelcome = true
    if (isOpen && this.readyState !== 1) this.#opened()
    for (const message of missed) this.#deliver(message)
  }

  #connect(after: number | null): void {
    this.#source?.close()
    this.#kept = []
    this.#keptAfter = after
    const source = this.#options.open(after === null ? '/api/events' : `/api/events?after=${after}`)
    this.#source = source
    source.addEventListener('open', () => {
      this.#say({ kind: 'open' })
      this.#opened()
    })
    source.addEventListener('error', () => {
      this.#say({ kind: 'error' })
      this.#lost(source.readyState)
    })
    for (const name of this.#options.names)
      onMessage(source, name, (data) => {
        this.#keep(name, data)
        this.#say({ kind: 'message', name, data })
        this.#deliver({ name, data })
      })
  }

  #keep(name: string, data: string): void {
    const seq = seqOf(data)
    if (seq === null) return
    this.#kept.push({ seq, name, data })
    if (this.#kept.length > maxKept) this.#keptAfter = this.#kept.shift()?.seq ?? null
  }

  #lost(readyState: number): void {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }

  #opened(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  #deliver({ name, data }: Message): void {
    const seq = seqOf(data)
    // The number of a reset counts, whatever came before.
    if (seq !== null && name !== 'reset' && this.#last !== null && seq <= this.#last) return
    if (seq !== null) this.#last = seq
    this.dispatchEvent(new MessageEvent(name, { data }))
  }
}
