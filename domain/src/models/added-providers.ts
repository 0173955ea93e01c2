import type { ProviderName } from './providers.ts'

/** The kinds of providers that can be added in the app. */
export const addedKinds = ['openrouter', 'fal', 'openai-images'] as const satisfies readonly ProviderName[]
export type AddedKind = (typeof addedKinds)[number]

/** Number of added providers one person, or the server for everybody, may have. */
export const maxConnections = 20

/** Number of models of an added provider that are kept; a provider with more is searched by its own name for them. */
export const maxFoundModels = 1_000
