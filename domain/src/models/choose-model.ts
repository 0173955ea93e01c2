import type { Model } from './model.ts'

/** 'Gemini AI' where it is available, else the first available entry; null when none is. */
export function defaultModel(models: readonly Model[], isAvailable: (model: Model) => boolean): Model | null {
  const available = models.filter(isAvailable)
  return available.find((model) => model.name === 'Gemini AI') ?? available[0] ?? null
}

/** By display name, as the specification selects models, or by value. */
export const findModel = (models: readonly Model[], nameOrValue: string) =>
  models.find((model) => model.name === nameOrValue || model.value === nameOrValue)
