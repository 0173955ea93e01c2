import type { StorageArea } from '../storage/user-storage.ts'

/** An area of a user's storage for tests, empty at first. Values are copied, as IndexedDB copies them. */
export function memoryStorage(): StorageArea {
  const entries = new Map<string, unknown>()
  return {
    read: (key) => structuredClone(entries.get(key)),
    write: (key, value) => void entries.set(key, structuredClone(value)),
    remove: (key) => void entries.delete(key),
    keys: (prefix) => [...entries.keys()].filter((key) => key.startsWith(prefix)),
  }
}
