import type { Storage } from './storage.ts'

/** A failure of the storage: unavailable, full or out of order. The same call may succeed later. */
export class StorageFailure extends Error {}

const named = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw new StorageFailure('The storage did not do what it was asked.', { cause: error })
  })

/**
 * Wraps the failures of a storage, to distinguish them from those of an unavailable database or provider with the same codes.
 * Streams and lists fail unwrapped.
 */
export const withNamedFailures = (storage: Storage): Storage => ({
  ...storage,
  put: (key, bytes) => named(storage.put(key, bytes)),
  get: (key) => named(storage.get(key)),
  size: (key) => named(storage.size(key)),
  copy: (from, to) => named(storage.copy(from, to)),
  remove: (key) => named(storage.remove(key)),
})
