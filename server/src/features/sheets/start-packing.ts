import { startTicker } from '../../jobs/ticker.ts'
import { watchedItems } from '../../jobs/work-items.ts'
import type { Log } from '../../operations/log.ts'
import type { Metrics } from '../../operations/metrics.ts'
import { type PackDeps, packSheets } from './pack-sheets.ts'

const everyMs = 5_000
/** Images that come together go into a sheet together. */
const restSeconds = 5

/** Packs thumbnails into sheets in the background, some seconds after images are there. Answers what stops it. */
export function startPacking(deps: PackDeps & { log: Log; metrics: Metrics }): () => Promise<void> {
  const items = watchedItems('pack sheets', deps)
  const stopping = new AbortController()
  const packer = startTicker({
    everyMs,
    name: 'pack sheets',
    log: deps.log,
    run: () => packSheets({ ...deps, items }, { restSeconds, signal: stopping.signal }),
  })
  return () => {
    stopping.abort()
    return packer.stop()
  }
}
