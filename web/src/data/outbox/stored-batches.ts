import type { BoardChangeShape } from '#contract/change.ts'

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
  const found: StoredBatch[] = []
  try {
    for (const key of Object.keys(localStorage)) {
      const text = key.startsWith(prefixOf(userId)) ? localStorage.getItem(key) : null
      if (text !== null) found.push(JSON.parse(text) as StoredBatch)
    }
  } catch {
    // Storage is blocked or holds something else: only what this page made is known.
  }
  return found.sort((a, b) => a.madeAt - b.madeAt)
}

/** Written before anything is sent: a page that ends meanwhile has lost nothing. */
export function storeBatch(userId: string, batch: StoredBatch): void {
  try {
    localStorage.setItem(prefixOf(userId) + batch.id, JSON.stringify(batch))
  } catch {
    // Storage is full or blocked: the batch is sent as long as the page is open.
  }
}

export function forgetBatch(userId: string, id: string): void {
  try {
    localStorage.removeItem(prefixOf(userId) + id)
  } catch {
    // Nothing was kept then.
  }
}
