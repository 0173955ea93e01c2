import { startTicker } from '../../jobs/ticker.ts'
import type { Log } from '../../operations/log.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

const everyMs = 60_000
/** Nobody waits for it, but an engine that hangs must not hold up the next look. */
const patienceMs = 10_000

/** Looks at the start, and again every minute, which models local engines have. Answers how it is stopped. */
export function startDiscovering({ registry, log }: { registry: ModelRegistry; log: Log }): () => Promise<void> {
  if (!registry.providers.some(({ discover }) => discover)) return async () => {}
  const ticker = startTicker({
    everyMs,
    log,
    name: 'discover',
    run: () => registry.discover(AbortSignal.timeout(patienceMs)),
  })
  return () => ticker.stop()
}
