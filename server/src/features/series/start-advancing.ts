import { startTicker } from '../../jobs/ticker.ts'
import { watchedItems } from '../../jobs/work-items.ts'
import type { Log } from '../../operations/log.ts'
import type { Metrics } from '../../operations/metrics.ts'
import { type AdvanceSeriesDeps, advanceOne } from './advance-series.ts'

/** Nothing tells that a card has ended but its rows; looking at an empty index costs nothing. */
const everyMs = 1_000

/** Begins the steps of series whose time has come, whichever process notices it first. Answers what stops it. */
export function startAdvancing(
  deps: Omit<AdvanceSeriesDeps, 'items'> & { readonly log: Log; readonly metrics: Metrics },
): () => Promise<void> {
  const items = watchedItems('advance series', deps)
  const run = async () => {
    while (await advanceOne({ ...deps, items }));
  }
  return startTicker({ everyMs, name: 'advance-series', log: deps.log, run }).stop
}
