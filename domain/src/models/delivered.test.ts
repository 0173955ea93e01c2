import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aspectRatios, pixelSize, resolutions } from './aspect-ratio.ts'
import { enlargedSentence, fitDelivered } from './delivered.ts'

const asked = (aspectRatio: (typeof aspectRatios)[number], resolution: (typeof resolutions)[number] = '1K') => ({
  aspectRatio,
  ...pixelSize(aspectRatio, resolution),
})

describe('a delivered picture', () => {
  it('is unchanged where it has the requested size', () => {
    expect(fitDelivered({ width: 1024, height: 1024 }, asked('1:1'))).toEqual({
      crop: null,
      shrinkTo: null,
      warnings: [],
    })
  })

  it("is cropped from its model's frame, with a warning", () => {
    const { crop, warnings } = fitDelivered({ width: 1536, height: 672 }, asked('2.35:1'))
    expect(crop).toMatchObject({ width: 1536, height: 654 })
    expect(warnings).toEqual(['2.35:1 was cropped from 21:9.'])
  })

  it('names its frame by its pixels where that has no name', () => {
    expect(fitDelivered({ width: 1000, height: 700 }, asked('1:1')).warnings).toContain(
      '1:1 was cropped from 1000 × 700.',
    )
  })

  it('gets a warning when it is smaller than requested, and is never enlarged', () => {
    const { shrinkTo, warnings } = fitDelivered({ width: 1440, height: 1440 }, asked('1:1', '2K'))
    expect(shrinkTo).toBeNull()
    expect(warnings).toEqual(['The model delivered 1440 × 1440 instead of 2048 × 2048.'])
  })

  it('is scaled down where it has more than twice the pixels', () => {
    expect(fitDelivered({ width: 2048, height: 2048 }, asked('1:1')).shrinkTo).toEqual({ width: 1024, height: 1024 })
    expect(fitDelivered({ width: 1200, height: 1200 }, asked('1:1')).shrinkTo).toBeNull()
  })

  it('ends with the requested ratio within a pixel, and with no more than twice the pixels', () => {
    const side = fc.integer({ min: 256, max: 4_096 })
    const settings = fc.tuple(fc.constantFrom(...aspectRatios), fc.constantFrom(...resolutions))
    fc.assert(
      fc.property(side, side, settings, (width, height, [ratio, resolution]) => {
        const wanted = asked(ratio, resolution)
        const { crop, shrinkTo } = fitDelivered({ width, height }, wanted)
        const end = shrinkTo ?? crop ?? { width, height }
        const exact = wanted.width / wanted.height
        const off = Math.min(Math.abs(end.width - end.height * exact), Math.abs(end.height - end.width / exact))
        expect(off <= 1 || Math.abs(end.width / end.height / exact - 1) <= 0.0051).toBe(true)
        expect(end.width * end.height).toBeLessThanOrEqual(wanted.width * wanted.height * 2)
        expect(end.width <= width && end.height <= height).toBe(true)
      }),
    )
  })
})

describe('a picture of a model with small frames', () => {
  const painted = { width: 704, height: 384 }

  it('says both sizes when it was enlarged', () => {
    expect(enlargedSentence(painted, { width: 1280, height: 720 })).toEqual([
      'Made at 704 × 384, enlarged to 1280 × 720.',
    ])
  })

  it('says nothing when it has the size that was painted', () => {
    expect(enlargedSentence(painted, painted)).toEqual([])
  })
})
