/**
 * Storage of the browser that is read before it is known who is signed in, and before the first paint. Everything of a
 * user belongs into `user-storage.ts`. No method throws: storage may be blocked, full, or contain what another release
 * wrote.
 */
export type BrowserStorage = {
  /** The text under a key; null where there is none or storage is blocked. */
  read(key: string): string | null
  /**
   * The JSON value under a key; null where there is none, it is no JSON, or storage is blocked. The caller validates
   * it.
   */
  readJson(key: string): unknown
  /** Stores a text. Returns whether it was stored: not where storage is full or blocked. */
  write(key: string, text: string): boolean
  writeJson(key: string, value: unknown): boolean
  remove(key: string): void
  /** Every key with this prefix. */
  keys(prefix: string): string[]
}

/**
 * Guards a storage area of the browser.
 * @param area Read at each use: where storage is blocked, reading `window.localStorage` itself throws a SecurityError
 *   (https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage-dev).
 */
export function guardStorage(area: () => Storage): BrowserStorage {
  function guarded<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(area())
    } catch {
      return otherwise
    }
  }
  const write = (key: string, text: string) =>
    guarded((storage) => {
      storage.setItem(key, text)
      return true
    }, false)
  return {
    read: (key) => guarded((storage) => storage.getItem(key), null),
    readJson: (key) => guarded((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null'), null),
    write,
    writeJson: (key, value) => write(key, JSON.stringify(value)),
    remove: (key) => guarded((storage) => storage.removeItem(key), undefined),
    keys: (prefix) => guarded((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
  }
}

/** Kept for every tab, until the person clears it. */
export const browserStorage = guardStorage(() => localStorage)

/** Kept for this tab, over reloads. */
export const sessionKept = guardStorage(() => sessionStorage)
