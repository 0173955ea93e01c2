import type { GenerationShape } from '#contract/generation.ts'
import type { ModelLimitsShape, ModelShape } from '#contract/model.ts'
import { resolutionsInPlan } from '#domain/credits/plan-limit.ts'
import { useCredits } from './queries.ts'
import { createStore } from './store.ts'

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

/**
 * Whether the built-in painter is the only usable model, as the server knew it when it sent the page: before the models
 * are read. False where the page does not contain it.
 */
export const painterAlone = createStore(
  typeof document !== 'undefined' && document.getElementById('root')?.dataset.painter === 'alone',
)
