import { AsyncLocalStorage } from 'node:async_hooks'

/** The id of the person for whom something is done; null: the server itself does it. */
const scope = new AsyncLocalStorage<string | null>()

/** Awaited within the scope: Drizzle sends a statement only when it is awaited. */
const inScopeOf = <Value>(who: string | null, work: () => PromiseLike<Value> | Value): Promise<Value> =>
  scope.run(who, async () => await work())

/** Runs work in a user's scope: its statements show and change rows of that user alone (migration 0019). */
export const withUser = <Value>(userId: string, work: () => PromiseLike<Value> | Value): Promise<Value> =>
  inScopeOf(userId, work)

/**
 * Runs work that must see others' rows, also where a person asks for it; each call says why. A transaction that goes on already
 * stays with whom it was begun for.
 */
export const withoutUser = <Value>(work: () => PromiseLike<Value> | Value): Promise<Value> => inScopeOf(null, work)

/** For whom what runs now is done; null: for the server itself. */
export const userInScope = (): string | null => scope.getStore() ?? null

/** Keeps the scope of a stream's creation for reading its source, in whichever scope and whenever it is read. */
export function keepScope(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const inScope = AsyncLocalStorage.snapshot()
  const reader = source.getReader()
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        inScope(async () => {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        }),
      cancel: (reason) => inScope(() => reader.cancel(reason)),
    },
    { highWaterMark: 0 },
  )
}
