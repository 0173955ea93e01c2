import { type PixelSize, pixelSize, type Resolution } from '../models/aspect-ratio.ts'
import { type PlanName, plans } from './plan.ts'

/** Why a plan does not include pictures of this size, as a sentence; null where it does. */
export function sizeBeyondPlan(plan: PlanName, { width, height }: PixelSize): string | null {
  const { maxPixels, label } = plans[plan]
  if (maxPixels === null || width * height <= maxPixels) return null
  return `${label} makes pictures of up to 1024 × 1024 pixels. Choose 1K, or a larger plan.`
}

/**
 * The resolutions that a plan includes: their squares, which have the most pixels of all ratios, are within its limit.
 */
export const resolutionsInPlan = (plan: PlanName, resolutions: readonly Resolution[]): Resolution[] =>
  resolutions.filter((resolution) => sizeBeyondPlan(plan, pixelSize('1:1', resolution)) === null)
