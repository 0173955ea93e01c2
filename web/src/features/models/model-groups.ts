import type { ModelShape } from '#contract/model.ts'
import type { ProviderName } from '#domain/models/model.ts'

/** The models of one provider, in the order of the catalogue. */
export type ModelGroup = { readonly provider: ProviderName; readonly models: readonly ModelShape[] }

/** The models by their providers; a provider stands where its first model does. */
export const modelGroups = (models: readonly ModelShape[]): ModelGroup[] =>
  [...Map.groupBy(models, ({ provider }) => provider)].map(([provider, ofProvider]) => ({
    provider,
    models: ofProvider,
  }))
