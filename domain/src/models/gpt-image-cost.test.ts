import { describe, expect, it } from 'vitest'
import { aspectRatios, pixelSize, resolutions } from './aspect-ratio.ts'
import { gptImageCost, gptImageQualities, gptImageTokens } from './gpt-image-cost.ts'
import { openAiSize } from './gpt-image-size.ts'

describe('gptImageTokens', () => {
  it.each([
    ['low', 196],
    ['medium', 439],
    ['high', 1_756],
    ['xhigh', 3_122],
    ['max', 7_024],
  ] as const)('counts the published tokens of 1024 × 1024 at %s quality: %i', (quality, tokens) =>
    expect(gptImageTokens(quality, { width: 1_024, height: 1_024 })).toBe(tokens),
  )

  it.each([
    [1_536, 1_024, 5_488],
    [1_792, 1_024, 5_063],
    [3_584, 2_048, 12_329],
  ])('counts the published tokens of %i × %i at max quality: %i', (width, height, tokens) =>
    expect(gptImageTokens('max', { width, height })).toBe(tokens),
  )
})

describe('gptImageCost', () => {
  it('is the cost of the dearest ratio of a resolution', () => {
    for (const quality of gptImageQualities)
      for (const resolution of resolutions) {
        const { usd } = gptImageCost({ quality, previews: 0 }, resolution)
        for (const ratio of aspectRatios)
          expect(usd).toBeGreaterThan(gptImageTokens(quality, openAiSize(pixelSize(ratio, resolution))) * 30e-6)
      }
  })

  it('counts 100 tokens a preview', () => {
    const costWith = (previews: number) => gptImageCost({ quality: 'max', previews }, '1K').usd
    expect(costWith(2) - costWith(0)).toBeCloseTo(200 * 30e-6)
  })
})
