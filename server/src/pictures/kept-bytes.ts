/** Files that never change, those that were asked for last, in memory. */
export type KeptBytes = {
  get(key: string): Uint8Array | undefined
  keep(key: string, bytes: Uint8Array): void
}

/** @param mostBytes Of all together; what was asked for longest ago goes first, and what is larger by itself is not kept. */
export function createKeptBytes(mostBytes: number): KeptBytes {
  const kept = new Map<string, Uint8Array>()
  let held = 0

  function forget(key: string): void {
    held -= kept.get(key)?.byteLength ?? 0
    kept.delete(key)
  }

  return {
    get(key) {
      const bytes = kept.get(key)
      if (!bytes) return undefined
      // Put anew at the end: the first of the map is what was asked for longest ago.
      kept.delete(key)
      kept.set(key, bytes)
      return bytes
    },
    keep(key, bytes) {
      forget(key)
      if (bytes.byteLength > mostBytes) return
      kept.set(key, bytes)
      held += bytes.byteLength
      for (const oldest of kept.keys()) {
        if (held <= mostBytes) return
        forget(oldest)
      }
    },
  }
}
