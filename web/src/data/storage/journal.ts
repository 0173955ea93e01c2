import { guardStorage } from './browser-storage.ts'

/** Entries by full key; undefined for one that was removed. */
type JournalEntry = readonly [key: string, value: unknown]

const storage = guardStorage(() => sessionStorage)
const keyOf = (userId: string) => `espalier.unfinished.${userId}`

/**
 * Keeps the writes that had not ended when the page was left: a browser may abort a transaction of IndexedDB with its
 * page (https://w3c.github.io/IndexedDB/#closing-connection), and `sessionStorage` is written at once.
 */
export function writeJournal(userId: string, entries: readonly JournalEntry[]): void {
  if (entries.length === 0) storage.remove(keyOf(userId))
  else storage.writeJson(keyOf(userId), entries)
}

/** Takes the writes of the page that was left, once. */
export function readJournal(userId: string): JournalEntry[] {
  const stored = storage.readJson(keyOf(userId))
  storage.remove(keyOf(userId))
  const pairs: readonly unknown[] = Array.isArray(stored) ? stored : []
  return pairs.flatMap((pair): JournalEntry[] =>
    Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], pair[1] ?? undefined]] : [],
  )
}
