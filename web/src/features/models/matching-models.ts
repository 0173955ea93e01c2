import type { ModelShape } from '#contract/model.ts'

/** The models in whose name, badge, provider or features every typed word occurs. */
export function matchingModels(models: readonly ModelShape[], typed: string): readonly ModelShape[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return models
  return models.filter((model) => {
    const text = [model.name, model.badge, model.provider, ...model.features].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
