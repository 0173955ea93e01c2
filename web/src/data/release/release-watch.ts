/** What the watch knows of the page and the server; the rest is its own. */
export type ReleaseWatchOptions = {
  /** What the server runs now; null where it could not be asked. */
  readRelease(): Promise<string | null>
  /** Whether nothing is lost and nobody is disturbed by loading the page anew. */
  isIdle(): boolean
  reload(): void
  /** Milliseconds of any clock. */
  now(): number
  /** When this tab was last loaded anew because of a release; null for never. */
  lastReloadAt(): number | null
}

export type ReleaseWatch = {
  /** Asks the server what it runs. */
  look(): Promise<void>
  /** Loads the page anew if there is another release and this is a good moment. */
  reconsider(): void
}

/** While old and new processes serve side by side, either may answer: then once in ten minutes is enough. */
const restMs = 600_000

/** Notices that the server runs another release than the one this page came from, and has the page loaded anew when it is idle. */
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
