/**
 * What the browser keeps for this site, under keys such as `espalier.draft.<user>`. No method throws: storage may be
 * blocked, full, or contain what another release wrote.
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

type KeyRename = readonly [old: RegExp, key: string]

/**
 * Keys of earlier releases and their new names. Once no browser has the old ones any more, both lists can be removed.
 */
const oldBrowserKeys: readonly KeyRename[] = [
  [/^(theme|model|inspirations|last-project)$/, 'espalier.$1'],
  [/^(draft|sent-prompts) (.+)$/, 'espalier.$1.$2'],
  [/^draft\.(video|edit)$/, 'espalier.page-draft.$1'],
  [/^running:(.+)$/, 'espalier.running.$1'],
]
const oldTabKeys: readonly KeyRename[] = [
  [/^(request-keys|reloaded-at|chosen-assets|left-panel)$/, 'espalier.$1'],
  [/^rerun-draft (.+)$/, 'espalier.rerun-draft.$1'],
  [/^canvas-drafts (\S*) (\S+)$/, 'espalier.canvas-drafts.$1.$2'],
]

/**
 * Moves each value under an old key to its new one. An existing value there is newer and stays; a value that could not
 * be written stays as well.
 */
export function renameKeys(storage: BrowserStorage, renames: readonly KeyRename[]): void {
  for (const old of storage.keys('')) {
    const [pattern, replacement] = renames.find(([each]) => each.test(old)) ?? []
    const text = pattern ? storage.read(old) : null
    if (!pattern || replacement === undefined || text === null) continue
    const key = old.replace(pattern, replacement)
    if (storage.read(key) !== null || storage.write(key, text)) storage.remove(old)
  }
}

/** Kept for every tab, until the person clears it. */
export const browserStorage = guardStorage(() => localStorage)

/** Kept for this tab, over reloads. */
export const tabStorage = guardStorage(() => sessionStorage)

renameKeys(browserStorage, oldBrowserKeys)
renameKeys(tabStorage, oldTabKeys)
