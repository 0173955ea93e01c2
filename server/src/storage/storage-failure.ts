import type { Storage } from './storage.ts'

/** The storage did not do what it was asked: it is away, full or out of order. The same call may succeed later. */
export class StorageFailure extends Error {}

const named = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw new StorageFailure('The storage did not do what it was asked.', { cause: error })
  })

/**
 * The same storage, whose failures are told apart from those of a database or a provider that is away: they have the same
 * codes. Streams and lists fail as they are.
 */
export const withNamedFailures = (storage: Storage): Storage => ({
  ...storage,
  put: (key, bytes) => named(storage.put(key, bytes)),
  get: (key) => named(storage.get(key)),
  size: (key) => named(storage.size(key)),
  copy: (from, to) => named(storage.copy(from, to)),
  remove: (key) => named(storage.remove(key)),
})
