import type { RunPartShape } from '#contract/programs/assistant.ts'
import type { RunStore } from './run-rows.ts'

/** Text is sent in pieces, and stored from time to time, so that another page can begin in the middle. */
const pieceMs = 80
const keepMs = 1_000

type TextOptions = {
  /** The parts of the run: the text becomes the last of them. */
  readonly parts: RunPartShape[]
  readonly store: Pick<RunStore, 'appendText'>
  readonly now: () => number
  stream(piece: { readonly part: number; readonly offset: number; readonly text: string }): void
}

/** Writes the text of a turn into its part, sends it in pieces, and appends what is new to the stored part from time to time. */
export function createTurnText({ parts, store, now, stream }: TextOptions): {
  write(text: string): void
  /** Sends and stores what is left. */
  end(): Promise<void>
} {
  let part = -1
  let text = ''
  let sent = 0
  let sentMs = 0
  let stored = 0
  let storedMs = now()
  let storing: Promise<void> = Promise.resolve()

  function send(): void {
    if (text.length === sent) return
    stream({ part, offset: sent, text: text.slice(sent) })
    sent = text.length
    sentMs = now()
  }

  async function append(): Promise<void> {
    const end = text.length
    if (end === stored) return
    await store.appendText({ part, text: text.slice(stored, end) })
    stored = end
  }

  return {
    write(piece) {
      text += piece
      if (part < 0) part = parts.push({ kind: 'text', text }) - 1
      parts[part] = { kind: 'text', text }
      if (now() - sentMs >= pieceMs) send()
      if (now() - storedMs < keepMs) return
      storedMs = now()
      storing = storing.then(append).catch(() => undefined)
    },
    async end() {
      send()
      await storing
    },
  }
}
