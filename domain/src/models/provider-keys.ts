import type { Model } from './model.ts'
import type { ProviderName } from './providers.ts'

/** The providers that a user has keys of their own for: generations there cost nothing here. */
export type OwnKeys = ReadonlySet<ProviderName>

export const noKeys: OwnKeys = new Set()

/** Whether a user pays the model's provider: with a key of their own, or as the owner of an added provider. */
export const isPaidByUser = (
  { provider, connection }: Pick<Model, 'provider' | 'connection'>,
  own: OwnKeys,
): boolean => (connection ? connection.ownerId !== null : own.has(provider))
