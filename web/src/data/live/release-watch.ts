import { tabStorage } from '../browser-storage.ts'

/** What the watch knows of the page and the server; the rest is its own. */
export type ReleaseWatchOptions = {
  /** What the server runs now; null where it could not be asked. */
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
  /** Asks the server what it runs. */
  look(): Promise<void>
  /** Reloads the page if there is another release and this is a good moment. */
  reconsider(): void
}

/** While old and new processes serve side by side, either may answer: then once in ten minutes is enough. */
const restMs = 600_000

/** Notices that the server runs another release than the one this page came from, and reloads the page when it is idle. */
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
/** The page has not been touched for so long. */
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

/** What is open above the page, and would be gone. */
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

// Of the document, and not of a session: it knows the release that the document came from.
const watch = createReleaseWatch({
  readRelease,
  isIdle: () => Date.now() - touchedAt > quietMs && !hasWork() && !hasUnsaved(),
  reload() {
    // Where the time can't be stored, two releases side by side would have the page reloaded again and again.
    if (tabStorage.write(storageKey, String(Date.now()))) location.reload()
  },
  now: Date.now,
  lastReloadAt() {
    const stored = tabStorage.read(storageKey)
    return stored === null ? null : Number(stored)
  },
})

/** Asks whether the server runs another release by now: called whenever the connection for events comes back. */
export function lookForRelease(): void {
  void watch.look()
}

/**
 * Notes the release that the page came from, and looks for a good moment from then on. Returns the stop.
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
