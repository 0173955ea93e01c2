import type { BoardChangeShape } from '#contract/change.ts'
import { browserStorage } from '../browser-storage.ts'

/** Changes that were made together, kept in this browser until the server has them. */
export type StoredBatch = {
  readonly id: string
  readonly projectId: string
  /** Milliseconds since 1970; batches are sent in this order. */
  readonly madeAt: number
  readonly changes: readonly BoardChangeShape[]
}

const prefixOf = (userId: string) => `espalier.outbox.${userId}.`

/** The batches of a person that wait in this browser, whichever tab or earlier page made them, the oldest first. */
export function readStoredBatches(userId: string): StoredBatch[] {
  // A batch that can't be read is left where it is; the others are sent.
  const found = browserStorage.keys(prefixOf(userId)).map((key) => browserStorage.readJson(key) as StoredBatch | null)
  return found.filter((batch) => batch !== null).sort((a, b) => a.madeAt - b.madeAt)
}

/** Written before anything is sent: a page that ends meanwhile has lost nothing. */
export function storeBatch(userId: string, batch: StoredBatch): void {
  browserStorage.writeJson(prefixOf(userId) + batch.id, batch)
}

export function forgetBatch(userId: string, id: string): void {
  browserStorage.remove(prefixOf(userId) + id)
}
