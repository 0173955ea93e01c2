import { pixelSize, type Resolution } from '../models/aspect-ratio.ts'
import type { PlanName } from './plan.ts'
import { sizeBeyondPlan } from './plan-limit.ts'

/** Of some resolutions those that a plan includes: their squares, which have the most pixels of all ratios, fit into it. */
export const resolutionsInPlan = (plan: PlanName, resolutions: readonly Resolution[]): Resolution[] =>
  resolutions.filter((resolution) => sizeBeyondPlan(plan, pixelSize('1:1', resolution)) === null)
