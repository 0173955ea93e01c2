import { type BrowserStorage, guardStorage } from '../browser-storage.ts'

/** A browser's storage for tests, empty at first. */
export function memoryStorage(): BrowserStorage {
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  }
  return guardStorage(() => storage as unknown as Storage)
}
