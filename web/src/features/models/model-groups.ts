import type { ModelShape } from '#contract/model.ts'
import type { ProviderName } from '#domain/models/model.ts'

/** The models of one provider, in the order of the catalogue. */
export type ModelGroup = { readonly provider: ProviderName; readonly models: readonly ModelShape[] }

/** Groups models by provider, in the order of each provider's first model. */
export const modelGroups = (models: readonly ModelShape[]): ModelGroup[] =>
  [...Map.groupBy(models, ({ provider }) => provider)].map(([provider, ofProvider]) => ({
    provider,
    models: ofProvider,
  }))

/** The models whose name, badge, provider or features contain every typed word. */
export function matchingModels(models: readonly ModelShape[], typed: string): readonly ModelShape[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return models
  return models.filter((model) => {
    const text = [model.name, model.badge, model.provider, ...model.features].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
