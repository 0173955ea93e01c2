import { tabStorage } from '../browser-storage.ts'
import { hasUnsaved } from './page-idle.ts'
import { createReleaseWatch } from './release-watch.ts'

const storageKey = 'reloaded-at'
/** Nobody has touched the page for so long. */
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

let touchedAt = 0
let hasWork = () => false

const watch = createReleaseWatch({
  readRelease,
  isIdle: () => Date.now() - touchedAt > quietMs && !hasWork() && !hasUnsaved(),
  reload() {
    // Where the time can't be kept, two releases side by side would have the page reloaded again and again.
    if (tabStorage.write(storageKey, String(Date.now()))) location.reload()
  },
  now: Date.now,
  lastReloadAt() {
    const kept = tabStorage.read(storageKey)
    return kept === null ? null : Number(kept)
  },
})

/** Asks whether the server runs another release by now: called whenever the connection for events comes back. */
export function lookForRelease(): void {
  void watch.look()
}

/**
 * Knows the release that the page came from, and looks for a good moment from then on. Returns the stop.
 * @param isWorking Whether pictures are being made that the page shows.
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
