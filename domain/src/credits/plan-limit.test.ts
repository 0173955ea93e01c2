import { describe, expect, it } from 'vitest'
import { aspectRatios, pixelSize, resolutions } from '../models/aspect-ratio.ts'
import { resolutionsInPlan, sizeBeyondPlan } from './plan-limit.ts'

describe('the size a plan includes', () => {
  it('is every ratio at 1K on Free, and nothing above', () => {
    for (const ratio of aspectRatios) {
      expect(sizeBeyondPlan('free', pixelSize(ratio, '1K'))).toBeNull()
      expect(sizeBeyondPlan('free', pixelSize(ratio, '2K'))).toMatch(/^Free makes pictures of up to 1024 × 1024/)
    }
  })

  it('is every size on the paid plans', () => {
    for (const plan of ['basic', 'pro', 'max'] as const) expect(sizeBeyondPlan(plan, pixelSize('1:1', '4K'))).toBeNull()
  })

  it('leaves 1K of the resolutions on Free, and all on the paid plans', () => {
    expect(resolutionsInPlan('free', resolutions)).toEqual(['1K'])
    expect(resolutionsInPlan('basic', resolutions)).toEqual(['1K', '2K', '4K'])
  })
})
