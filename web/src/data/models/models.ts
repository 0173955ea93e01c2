import { queryOptions, useQuery } from '@tanstack/react-query'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ModelLimitsShape, ModelShape } from '#contract/models/model.ts'
import { resolutionsInPlan } from '#domain/credits/plan-limit.ts'
import { useCredits } from '../credits.ts'
import { api } from '../http/client.ts'
import { queryClient } from '../http/query-client.ts'

/** The models with their availability. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => api.models.list({}, { signal }),
  // A server of release 0.2 names no samples; a page may be newer than its server during an update.
  select: ({ items }) => items.map((model) => ({ ...model, sampleImageId: model.sampleImageId ?? null })),
  staleTime: 5 * 60_000,
})

/** A model for a request: one of the catalogue, or that of a card, whose name a race may hide. */
export type AskedModel = Pick<ModelShape, 'name'> & ModelLimitsShape & { readonly modelOf?: string }

/** The model of a card for another request; undefined where it is not available. */
export const modelOfCard = (
  { id, model, hiddenModel }: Pick<GenerationShape, 'id' | 'model' | 'hiddenModel'>,
  models: readonly ModelShape[],
): AskedModel | undefined =>
  hiddenModel && model !== null
    ? { ...hiddenModel, name: model, modelOf: id }
    : models.find(({ name, isAvailable }) => isAvailable && name === model)

/** The value that a request names a model by. */
export const namedInRequest = ({ name, modelOf }: AskedModel): { modelOf: string } | { model: string } =>
  modelOf === undefined ? { model: name } : { modelOf }

/** Whether the catalogue of models is loaded. */
export type ModelsState = 'loading' | 'loaded' | 'failed'

/** The state of a query of the catalogue; an earlier result stays valid. */
export const modelsState = ({ data, isError }: { data: unknown; isError: boolean }): ModelsState => {
  if (data !== undefined) return 'loaded'
  return isError ? 'failed' : 'loading'
}

/** A model with the resolutions that the user's plan includes: all of them where credits are off. */
export function useWithinPlan<Model extends AskedModel>(model: Model | null): Model | null {
  const plan = useCredits()?.plan
  return model && plan ? { ...model, resolutions: resolutionsInPlan(plan, model.resolutions) } : model
}

/** The model of a name or value, as the catalogue has it; null while it is loading, and for what is no model, as this machine. */
export function useCatalogued(named: string | undefined): ModelShape | null {
  const { data: models = [] } = useQuery(modelsQuery)
  return models.find(({ value, name }) => value === named || name === named) ?? null
}

type Marks = Pick<ModelShape, 'isShown' | 'isFavourite'>

/** Changes a model's mark in the list at once, and back if the server refuses. */
async function mark(model: string, marks: Partial<Marks>, store: () => Promise<unknown>): Promise<void> {
  await queryClient.cancelQueries({ queryKey: modelsQuery.queryKey })
  const before = queryClient.getQueryData(modelsQuery.queryKey)?.items.find(({ value }) => value === model)
  const set = (next: Partial<Marks>) =>
    queryClient.setQueryData(
      modelsQuery.queryKey,
      (list) =>
        list && { ...list, items: list.items.map((each) => (each.value === model ? { ...each, ...next } : each)) },
    )
  set(marks)
  try {
    await store()
  } catch (error) {
    if (before) set({ isShown: before.isShown, isFavourite: before.isFavourite })
    throw error
  }
}

/** Says whether a model is in the user's own picker. Throws the server's error. */
export const showModel = ({ model, isShown }: { model: string; isShown: boolean }) =>
  mark(model, { isShown }, () => api.models.show({ model, isShown }))

/** Says whether a model is one of the user's favorites. Throws the server's error. */
export const favourModel = ({ model, isFavourite }: { model: string; isFavourite: boolean }) =>
  mark(model, { isFavourite }, () => api.models.favour({ model, isFavourite }))
