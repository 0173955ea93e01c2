import type { BackgroundTask } from '../../background/runner.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

/** An engine that hangs must not delay the next round. */
const timeLimitMs = 10_000

/** Asks local engines for their models every minute. */
export const discoverTask = (registry: ModelRegistry): BackgroundTask => ({
  name: 'discover',
  everyMs: 60_000,
  run: () => registry.discover(AbortSignal.timeout(timeLimitMs)),
})
