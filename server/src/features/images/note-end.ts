import { planRetry } from '#domain/generation/retry-plan.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { type Job, laneOf } from '../../jobs/job.ts'
import { noteAnswer, noteOutage, pauseProvider } from '../../jobs/provider-health.ts'
import { isElsewhere, type ProviderError } from '../../providers/provider.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

type Deps = { readonly db: SystemDatabase; readonly registry: ModelRegistry; readonly random: () => number }

/**
 * Stores for all workers what the end of a call says about the provider's health with this key: reachable, unreachable, or asking
 * for a pause.
 */
export async function noteEnd({ db, registry, random }: Deps, job: Job, failed: ProviderError | null): Promise<void> {
  const provider = registry.provider(job.provider)
  if (!provider || !isElsewhere(provider)) return
  const health = failed?.health ?? 'reachable'
  const lane = laneOf(job)
  if (health === 'unreachable') await noteOutage(db, lane)
  if (health === 'reachable') await noteAnswer(db, lane)
  if (failed?.code !== 'rate-limited') return
  const { retryAfterMs } = failed
  const plan = planRetry({ code: failed.code, tries: 1, retryAfterMs, jitter: random() })
  if (plan.action === 'retry') await pauseProvider(db, lane, plan.delayMs)
}
