import { providerLabel } from '#domain/models/provider-label.ts'
import type { SystemDatabase } from '../../db/database.ts'
import type { Job } from '../../jobs/job.ts'
import { type ImageProvider, ProviderError } from '../../providers/provider.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { openOwnKey } from '../model-keys/model-key-rows.ts'
import type { KeySeal } from '../model-keys/seal-key.ts'

export type KeyForJobDeps = { readonly db: SystemDatabase; readonly keySeal: KeySeal; readonly registry: ModelRegistry }

/**
 * The secret that opens the provider for this job: the user's own where the image was requested with it, and never the operator's
 * instead, since nothing was charged for it. @throws ProviderError of class `key` when it is gone.
 */
export async function keyForJob(deps: KeyForJobDeps, job: Job, provider: ImageProvider): Promise<string> {
  if (provider.opens === 'freely') return ''
  const label = providerLabel[provider.name]
  if (job.keyOwner === null) {
    const key = deps.registry.serverKey(provider.name)
    if (key === null) throw new ProviderError('key', `This server has no key of ${label} any more.`)
    return key
  }
  const own = await openOwnKey(deps, { userId: job.keyOwner, provider: provider.name })
  if (own === null)
    throw new ProviderError('key', `Your key of ${label} is gone. Add it again under 'Model keys', then retry.`)
  return own
}
