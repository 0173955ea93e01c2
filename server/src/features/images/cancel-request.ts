import { providerLabel } from '#domain/models/provider-label.ts'
import type { Job } from '../../jobs/job.ts'
import type { Log } from '../../operations/log.ts'
import { type KeyForJobDeps, keyForJob } from './key-for-job.ts'
import { orAborted } from './or-aborted.ts'

/** How long the person waits at most for a provider to hear that the picture is not wanted any more. */
const cancelMs = 5_000

/**
 * Tells the provider of a job that nobody wants the picture any more.
 * @returns What it still charges for, as a sentence; null for nothing, or where it can't be told.
 */
export async function cancelRequest(deps: KeyForJobDeps & { log: Log }, job: Job): Promise<string | null> {
  const provider = deps.registry.provider(job.provider)
  if (!provider?.cancel) return null
  const signal = AbortSignal.timeout(cancelMs)
  try {
    const key = await keyForJob(deps, job, provider)
    return await orAborted(provider.cancel(job.providerRequestId, { key, signal }), signal)
  } catch (error) {
    deps.log.warn({ err: error, job: job.id, provider: job.provider }, 'a provider could not be told of a cancellation')
    return job.providerRequestId === null
      ? null
      : `${providerLabel[job.provider]} could not be told in time, and may finish the picture for nobody.`
  }
}
