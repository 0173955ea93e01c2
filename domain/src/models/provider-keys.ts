import type { ProviderName } from './model.ts'

/** The providers that are opened by a key. */
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

/** The providers that one person has a key of their own for: what they make there costs nothing here. */
export type OwnKeys = ReadonlySet<ProviderName>

export const noKeys: OwnKeys = new Set()

export const isKeyed = (provider: ProviderName): provider is KeyedProvider =>
  (keyedProviders as readonly ProviderName[]).includes(provider)
