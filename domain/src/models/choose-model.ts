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
    available.find(({ provider }) => provider === 'sd-server') ??
    available[0] ??
    null
  )
}

/** By display name or by value, since requests may name a model by either; of models that have neither, by a former one. */
export const findModel = (models: readonly Model[], nameOrValue: string) =>
  models.find((model) => model.name === nameOrValue || model.value === nameOrValue) ??
  models.find(({ formerly }) => formerly?.includes(nameOrValue))

/**
 * The model to use in place of a retired one: the one that is named, or the one named for that in turn; else of the available
 * models that do the same the one of the same provider, and then of the nearest price. Null where there is none.
 */
export function successorOf(
  retired: Model,
  models: readonly Model[],
  isAvailable: (model: Model) => boolean,
): Model | null {
  const named = namedSuccessor(retired, models)
  if (named) return named
  const candidates = models.filter(
    (model) =>
      model.value !== retired.value &&
      isAvailable(model) &&
      retired.does.every((ability) => model.does.includes(ability)),
  )
  const distance = ({ provider, stats, isBuiltIn }: Model) =>
    // A painter that is no AI model comes last of all.
    (isBuiltIn ? 1e12 : 0) +
    (provider === retired.provider ? 0 : 1e9) +
    Math.abs(stats.priceHundredths - retired.stats.priceHundredths)
  return candidates.reduce<Model | null>(
    (best, model) => (best === null || distance(model) < distance(best) ? model : best),
    null,
  )
}

/** The successor that is named, following retired ones; null where none is named, or they lead in a circle. */
function namedSuccessor(retired: Model, models: readonly Model[]): Model | null {
  const seen = new Set<Model>([retired])
  for (let at: Model | undefined = retired; at; ) {
    const { successor }: Model = at
    at = successor === undefined ? undefined : findModel(models, successor)
    if (!at || seen.has(at)) return null
    if (!at.retired) return at
    seen.add(at)
  }
  return null
}
