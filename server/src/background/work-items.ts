import { isDatabaseAway } from '#server/db/database-error.ts'

/** An item of a background task that failed. `failures` counts those in a row, this one included. */
export type ItemFailure = { readonly item: string; readonly error: unknown; readonly failures: number }

/** The items of one background task: one that fails is set aside for a while and stops no other. */
export type WorkItems = {
  /** The items that are set aside at the moment. */
  setAside(): readonly string[]
  /**
   * Works on an item unless it is set aside.
   * @throws what `work` throws only where the database is away, which the item did not cause.
   */
  attempt(item: string, work: () => Promise<unknown>): Promise<'done' | 'set-aside'>
  /** Sets an item aside that failed. @throws the error where the database is away. */
  failed(item: string, error: unknown): void
  /** Ends a round over the items. @throws the first error of the round, for the task itself to fail after all items had their turn. */
  endRound(): void
}

const firstPauseMs = 30_000
const maxPauseMs = 60 * 60_000

/**
 * Keeps what failed in the memory of this process: after a restart each item gets another try.
 * @param options.onFailure Is called for each failure of an item.
 */
export function createWorkItems(
  options: { readonly onFailure?: (failure: ItemFailure) => void; readonly now?: () => number } = {},
): WorkItems {
  const { onFailure = () => undefined, now = Date.now } = options
  const failing = new Map<string, { failures: number; until: number }>()
  let ofRound: { readonly error: unknown } | null = null

  const isSetAside = (item: string) => (failing.get(item)?.until ?? 0) > now()

  function failed(item: string, error: unknown): void {
    if (isDatabaseAway(error)) throw error
    const failures = (failing.get(item)?.failures ?? 0) + 1
    failing.set(item, { failures, until: now() + Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs) })
    ofRound ??= { error }
    onFailure({ item, error, failures })
  }

  return {
    setAside: () => [...failing.keys()].filter(isSetAside),
    async attempt(item, work) {
      if (isSetAside(item)) return 'set-aside'
      try {
        await work()
        failing.delete(item)
        return 'done'
      } catch (error) {
        failed(item, error)
        return 'set-aside'
      }
    },
    failed,
    endRound() {
      const first = ofRound
      ofRound = null
      if (first) throw first.error
    },
  }
}
