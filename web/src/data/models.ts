import type { ModelShape } from '#contract/model.ts'
import { resolutionsInPlan } from '#domain/credits/plan-limit.ts'
import { useCredits } from './queries.ts'
import { createStore } from './store.ts'

/** Whether the catalogue of models is there. */
export type ModelsState = 'loading' | 'loaded' | 'failed'

/** The state by what a query of the catalogue says; one that was read before stays. */
export const modelsState = ({ data, isError }: { data: unknown; isError: boolean }): ModelsState => {
  if (data !== undefined) return 'loaded'
  return isError ? 'failed' : 'loading'
}

/** A model with those of its resolutions that the person's plan includes: all of them where credits are off. */
export function useWithinPlan(model: ModelShape | null): ModelShape | null {
  const plan = useCredits()?.plan
  return model && plan ? { ...model, resolutions: resolutionsInPlan(plan, model.resolutions) } : model
}

/**
 * Whether the built-in painter is all there is to choose, as the server knew it when it handed out the page: before the
 * models are read. False where the page does not say.
 */
export const painterAlone = createStore(
  typeof document !== 'undefined' && document.getElementById('root')?.dataset.painter === 'alone',
)
