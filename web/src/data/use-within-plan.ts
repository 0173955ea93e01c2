import type { ModelShape } from '#contract/model.ts'
import { resolutionsInPlan } from '#domain/credits/plan-limit.ts'
import { useCredits } from './use-credits.ts'

/** A model with those of its resolutions that the person's plan includes: all of them where credits are off. */
export function useWithinPlan(model: ModelShape | null): ModelShape | null {
  const plan = useCredits()?.plan
  return model && plan ? { ...model, resolutions: resolutionsInPlan(plan, model.resolutions) } : model
}
