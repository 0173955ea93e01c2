import { useQuery } from '@tanstack/react-query'
import type { ModelShape } from '#contract/model.ts'
import { resolutionsInPlan } from '#domain/credits/sizes-in-plan.ts'
import { modelsQuery } from './queries.ts'
import { useCredits } from './use-credits.ts'

/** The catalogue as the person can use it: of each model's resolutions those that their plan includes. */
export function useModels(): { readonly models: readonly ModelShape[]; readonly state: 'loading' | 'loaded' } {
  const { data = [], isPending } = useQuery(modelsQuery)
  const plan = useCredits()?.plan
  const models = plan
    ? data.map((model) => ({ ...model, resolutions: resolutionsInPlan(plan, model.resolutions) }))
    : data
  return { models, state: isPending ? 'loading' : 'loaded' }
}
