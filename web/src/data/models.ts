import type { ModelShape } from '#contract/model.ts'
import { resolutionsInPlan } from '#domain/credits/plan-limit.ts'
import { useCredits } from './queries.ts'
import { createStore } from './store.ts'

/** Whether the catalogue of models is loaded. */
export type ModelsState = 'loading' | 'loaded' | 'failed'

/** The state of a query of the catalogue; an earlier result stays valid. */
export const modelsState = ({ data, isError }: { data: unknown; isError: boolean }): ModelsState => {
  if (data !== undefined) return 'loaded'
  return isError ? 'failed' : 'loading'
}

/** A model with the resolutions that the user's plan includes: all of them where credits are off. */
export function useWithinPlan(model: ModelShape | null): ModelShape | null {
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
