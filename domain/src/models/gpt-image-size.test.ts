import { describe, expect, it } from 'vitest'
import { aspectRatios, pixelSize, resolutions } from './aspect-ratio.ts'
import { openAiSize } from './gpt-image-size.ts'

describe('the size that is requested from OpenAI', () => {
  it('is the requested one at 1K and 2K', () => {
    for (const ratio of aspectRatios)
      for (const resolution of ['1K', '2K'] as const)
        expect(openAiSize(pixelSize(ratio, resolution))).toEqual(pixelSize(ratio, resolution))
  })

  it.each([
    ['1:1', 2_880, 2_880],
    ['4:3', 3_264, 2_448],
    ['3:2', 3_504, 2_336],
    ['16:9', 3_840, 2_160],
    ['2.35:1', 3_760, 1_600],
    ['4:5', 2_560, 3_200],
    ['2:3', 2_336, 3_504],
    ['9:16', 2_160, 3_840],
  ] as const)('is the largest of its ratio at 4K: %s is %i x %i', (ratio, width, height) => {
    expect(openAiSize(pixelSize(ratio, '4K'))).toEqual({ width, height })
  })

  it.each([
    [768, 512, 1_008, 672],
    [512, 512, 816, 816],
    [784, 528, 1_568, 1_056],
  ])('is the smallest that OpenAI makes for %i x %i, in exactly its ratio: %i x %i', (width, height, ...made) => {
    const size = openAiSize({ width, height })
    expect([size.width, size.height]).toEqual(made)
  })

  it('stays within the limits, and keeps the ratio exactly', () => {
    for (const ratio of aspectRatios)
      for (const resolution of resolutions) {
        const wanted = pixelSize(ratio, resolution)
        const { width, height } = openAiSize(wanted)
        expect([width % 16, height % 16, width * wanted.height - height * wanted.width]).toEqual([0, 0, 0])
        expect(Math.max(width, height) <= 3_840 && width * height <= 8_294_400).toBe(true)
      }
  })
})
