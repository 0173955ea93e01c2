import type { Model } from './model.ts'

/**
 * 'Gemini AI' where it is available, else a model that is installed on this machine, else the first available entry; null when
 * none is.
 */
export function defaultModel(models: readonly Model[], isAvailable: (model: Model) => boolean): Model | null {
  const available = models.filter(isAvailable)
  return (
    available.find(({ name }) => name === 'Gemini AI') ??
    available.find(({ provider }) => provider === 'onnx') ??
    available[0] ??
    null
  )
}

/** By display name, as the specification selects models, or by value. */
export const findModel = (models: readonly Model[], nameOrValue: string) =>
  models.find((model) => model.name === nameOrValue || model.value === nameOrValue)
