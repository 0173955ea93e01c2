import { type BrowserStorage, guardStorage } from '../browser-storage.ts'

/** A browser's storage for tests, empty at first. Like the real one it lists its keys as its own properties. */
export function memoryStorage(): BrowserStorage {
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem(key: string, text: string) {
      entries[key] = text
    },
    removeItem(key: string) {
      delete entries[key]
    },
  }
  const entries: Record<string, string> = Object.create(methods)
  return guardStorage(() => entries as unknown as Storage)
}
