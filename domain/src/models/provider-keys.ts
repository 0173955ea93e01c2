import type { Model, ProviderName } from './model.ts'

/** The providers that need a key. */
export const keyedProviders = [
  'google',
  'openai',
  'krea',
  'replicate',
  'gateway',
  'runway',
  'ideogram',
] as const satisfies readonly ProviderName[]
export type KeyedProvider = (typeof keyedProviders)[number]

/** The setting of the server with each provider's key for all users (docs/configuration.md). */
export const keySettings = {
  google: 'GOOGLE_API_KEY',
  openai: 'OPENAI_API_KEY',
  krea: 'KREA_API_KEY',
  replicate: 'REPLICATE_API_TOKEN',
  gateway: 'AI_GATEWAY_API_KEY',
  runway: 'RUNWAYML_API_SECRET',
  ideogram: 'IDEOGRAM_API_KEY',
} as const satisfies Record<KeyedProvider, string>

/** The providers that a user has keys of their own for: generations there cost nothing here. */
export type OwnKeys = ReadonlySet<ProviderName>

export const noKeys: OwnKeys = new Set()

/** Whether a user pays the model's provider: with a key of their own, or as the owner of an added provider. */
export const isPaidByUser = (
  { provider, connection }: Pick<Model, 'provider' | 'connection'>,
  own: OwnKeys,
): boolean => (connection ? connection.ownerId !== null : own.has(provider))

export const isKeyed = (provider: ProviderName): provider is KeyedProvider =>
  (keyedProviders as readonly ProviderName[]).includes(provider)
