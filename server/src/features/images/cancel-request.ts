import { providerLabel } from '#domain/models/provider-label.ts'
import type { Job } from '../../jobs/job.ts'
import type { Log } from '../../operations/log.ts'
import { type KeyForJobDeps, openForJob } from './key-for-job.ts'
import { raceAbort } from './race-abort.ts'

/** The time limit for a provider to accept a cancellation. */
const cancelMs = 5_000

/**
 * Cancels the provider's request of a job. @returns What the provider still charges for, as a sentence; null for nothing, or
 * where it can't be reached.
 */
export async function cancelRequest(deps: KeyForJobDeps & { log: Log }, job: Job): Promise<string | null> {
  const provider = deps.registry.provider(job.provider)
  if (!provider?.cancel) return null
  const signal = AbortSignal.timeout(cancelMs)
  try {
    const opened = await openForJob(deps, job, provider)
    return await raceAbort(provider.cancel(job.providerRequestId, { ...opened, signal }), signal)
  } catch (error) {
    deps.log.warn(
      { err: error, job: job.id, provider: job.provider },
      'a request could not be canceled at the provider',
    )
    return job.providerRequestId === null
      ? null
      : `${providerLabel[job.provider]} did not accept the cancellation in time, and may still finish the picture.`
  }
}
