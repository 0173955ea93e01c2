import { AsyncLocalStorage } from 'node:async_hooks'

/** The id of the user in scope; null: system scope. */
const scope = new AsyncLocalStorage<string | null>()

/** Awaited within the scope: Drizzle sends a statement only when it is awaited. */
const inScopeOf = <Value>(who: string | null, work: () => PromiseLike<Value> | Value): Promise<Value> =>
  scope.run(who, async () => await work())

/** Runs work in a user's scope: its statements show and change rows of that user alone (migration 0019). */
export const withUser = <Value>(userId: string, work: () => PromiseLike<Value> | Value): Promise<Value> =>
  inScopeOf(userId, work)

/**
 * Runs work in the system scope, which sees all users' rows, also within a user's request; each call says why. A transaction in
 * progress keeps the scope of its begin.
 */
export const withoutUser = <Value>(work: () => PromiseLike<Value> | Value): Promise<Value> => inScopeOf(null, work)

/** The user in scope; null: system scope. */
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
