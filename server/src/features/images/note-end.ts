import { signOfLife } from '#domain/generation/circuit.ts'
import { planRetry } from '#domain/generation/retry-plan.ts'
import type { Database } from '../../db/database.ts'
import type { Job } from '../../jobs/job.ts'
import { noteAnswer, noteOutage, pauseProvider } from '../../jobs/provider-health.ts'
import { isElsewhere, type ProviderError } from '../../providers/provider.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

type Deps = { readonly db: Database; readonly registry: ModelRegistry; readonly random: () => number }

/**
 * Tells all worker processes what the end of a call says of the provider: that it is up, that it did not answer, or that it
 * wants to be left alone for a while.
 */
export async function noteEnd({ db, registry, random }: Deps, job: Job, failed: ProviderError | null): Promise<void> {
  const provider = registry.provider(job.provider)
  if (!provider || !isElsewhere(provider)) return
  if (signOfLife(failed?.code ?? null) === 'down') return noteOutage(db, job.provider)
  await noteAnswer(db, job.provider)
  if (failed?.code !== 'rate-limited') return
  const { retryAfterMs } = failed
  const plan = planRetry({ code: failed.code, tries: 1, retryAfterMs, jitter: random() })
  if (plan.action === 'retry') await pauseProvider(db, job, plan.delayMs)
}
