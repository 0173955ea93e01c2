import { sessionKept } from '../storage/browser-storage.ts'

/** The page and the server as the watch uses them. */
export type ReleaseWatchOptions = {
  /** The server's release; null where it is unreachable. */
  readRelease(): Promise<string | null>
  /** Whether a reload loses nothing and interrupts no work. */
  isIdle(): boolean
  reload(): void
  /** Milliseconds of any clock. */
  now(): number
  /** When this tab was last reloaded because of a release; null for never. */
  lastReloadAt(): number | null
}

export type ReleaseWatch = {
  /** Reads the server's release. */
  look(): Promise<void>
  /** Reloads the page if there is another release and this is a good moment. */
  reconsider(): void
}

/** While old and new processes serve side by side, either may answer: then once in ten minutes is enough. */
const restMs = 600_000

/** Detects that the server runs another release than the one of this page, and reloads the page when it is idle. */
export function createReleaseWatch(options: ReleaseWatchOptions): ReleaseWatch {
  let own: string | null = null
  let newest: string | null = null

  function reconsider(): void {
    if (own === null || newest === own) return
    const last = options.lastReloadAt()
    if (last !== null && options.now() - last < restMs) return
    if (options.isIdle()) options.reload()
  }

  return {
    async look() {
      const release = await options.readRelease()
      if (release === null) return
      own ??= release
      newest = release
      reconsider()
    },
    reconsider,
  }
}

const storageKey = 'espalier.reloaded-at'
/** The page counts as idle when it has not been used for this long. */
const quietMs = 30_000
const everyMs = 10_000

async function readRelease(): Promise<string | null> {
  try {
    const reply: unknown = await (await fetch('/healthz')).json()
    return typeof reply === 'object' && reply !== null && 'release' in reply ? String(reply.release) : null
  } catch {
    return null
  }
}

/** Anything open above the page that a reload would close. */
const opened = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const typedInto = 'textarea, input:not([type="checkbox"]):not([type="radio"]):not([type="range"]):not([type="file"])'

/** Whether a reload would lose something: text in a field, or an open dialog. */
function hasUnsaved(): boolean {
  if (document.querySelector(opened) !== null) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedInto)
  return Array.from(fields).some((field) => field.value !== '')
}

let touchedAt = 0
let hasWork = () => false

// Of the document, not of a session: it knows the release that the document came from.
const watch = createReleaseWatch({
  readRelease,
  isIdle: () => Date.now() - touchedAt > quietMs && !hasWork() && !hasUnsaved(),
  reload() {
    // Where the time cannot be stored, two releases side by side would have the page reloaded again and again.
    if (sessionKept.write(storageKey, String(Date.now()))) location.reload()
  },
  now: Date.now,
  lastReloadAt() {
    const stored = sessionKept.read(storageKey)
    return stored === null ? null : Number(stored)
  },
})

/** Checks for another release: called whenever the connection for events comes back. */
export function lookForRelease(): void {
  void watch.look()
}

/**
 * Records the release of the page, and waits for a good moment from then on. Returns the stop.
 * @param isWorking Whether images of the page are being generated, or changes of it are pending.
 */
export function watchRelease(isWorking: () => boolean): () => void {
  hasWork = isWorking
  const listening = new AbortController()
  const touched = () => {
    touchedAt = Date.now()
  }
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(name, touched, { signal: listening.signal, passive: true, capture: true })
  touched()
  lookForRelease()
  const timer = setInterval(watch.reconsider, everyMs)
  return () => {
    hasWork = () => false
    clearInterval(timer)
    listening.abort()
  }
}
