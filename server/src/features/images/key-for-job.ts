import { providerFacts } from '#domain/models/providers.ts'
import { openOwnKey } from '#server/models/model-key-rows.ts'
import type { KeySeal } from '#server/models/seal-key.ts'
import type { SystemDatabase } from '../../db/database.ts'
import type { Job } from '../../jobs/job.ts'
import { type Endpoint, type ImageProvider, ProviderError } from '../../providers/provider.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { type AllowedHosts, openConnection } from '../models/connections/connection-rows.ts'

export type KeyForJobDeps = {
  readonly db: SystemDatabase
  readonly keySeal: KeySeal
  readonly registry: ModelRegistry
  readonly allowedHosts: AllowedHosts
}

/** The secret that opens a provider, and where an added one is. */
export type OpenedProvider = { readonly key: string; readonly endpoint: Endpoint | null }

/**
 * The key that opens the provider for this job: the user's own key where the image was requested with it, and never the operator's instead,
 * since nothing was charged for it; of an added provider its own. @throws ProviderError of class `key` when it is gone.
 */
export async function openForJob(deps: KeyForJobDeps, job: Job, provider: ImageProvider): Promise<OpenedProvider> {
  if (job.connectionId !== null) return openAdded(deps, job, job.connectionId)
  if (provider.opens === 'freely') return { key: '', endpoint: null }
  const label = providerFacts[provider.name].label
  if (job.keyOwner === null) {
    const key = deps.registry.serverKey(provider.name)
    if (key === null) throw new ProviderError('key', `This server has no key of ${label} any more.`)
    return { key, endpoint: null }
  }
  const own = await openOwnKey(deps, { userId: job.keyOwner, provider: provider.name })
  if (own === null)
    throw new ProviderError('key', `Your key of ${label} is gone. Add it again under 'Model keys', then retry.`)
  return { key: own, endpoint: null }
}

async function openAdded(
  deps: KeyForJobDeps,
  { keyOwner, userId }: Job,
  connectionId: string,
): Promise<OpenedProvider> {
  const opened = await openConnection(deps, connectionId)
  if (opened === null) throw new ProviderError('key', 'The provider of this model was removed. Choose another model.')
  if (opened.userId !== keyOwner)
    throw new ProviderError(
      'key',
      'Who may use the provider of this model was changed. Ask again, or choose another model.',
    )
  const { key, name, baseUrl, reach } = opened
  return { key, endpoint: { name, baseUrl, reach, owner: userId } }
}
