import { describe, expect, it } from 'vitest'
import { aspectRatios, nearestShape, nextResolution, pixelSize, resolutions } from './aspect-ratio.ts'

const numberOf = (ratio: string) => {
  const [width = Number.NaN, height = Number.NaN] = ratio.split(':').map(Number)
  return width / height
}

describe('the eight aspect ratios', () => {
  it('are in the order of the chip', () => {
    expect(aspectRatios).toEqual(['4:3', '3:2', '16:9', '2.35:1', '1:1', '4:5', '2:3', '9:16'])
  })

  describe.each(aspectRatios)('%s', (ratio) => {
    it.each(resolutions)('is exact within a pixel at %s', (resolution) => {
      const { width, height } = pixelSize(ratio, resolution)
      expect(Math.abs(width - height * numberOf(ratio))).toBeLessThanOrEqual(scaleOf(resolution))
    })

    it('has at most 1,048,576 pixels at 1K, and not much less', () => {
      const { width, height } = pixelSize(ratio, '1K')
      expect(width * height).toBeLessThanOrEqual(1_048_576)
      expect(width * height).toBeGreaterThan(0.85 * 1_048_576)
    })

    it('has sides that providers accept: multiples of 16', () => {
      const { width, height } = pixelSize(ratio, '1K')
      expect([width % 16, height % 16]).toEqual([0, 0])
    })

    it('doubles at 2K and again at 4K', () => {
      const { width, height } = pixelSize(ratio, '1K')
      expect(pixelSize(ratio, '2K')).toEqual({ width: 2 * width, height: 2 * height })
      expect(pixelSize(ratio, '4K')).toEqual({ width: 4 * width, height: 4 * height })
    })
  })
})

/** A pixel at 1K is two at 2K and four at 4K. */
const scaleOf = (resolution: string) => Number.parseInt(resolution, 10)

it('resolutions cycle: 1K, 2K, 4K, 1K', () => {
  expect(resolutions.map(nextResolution)).toEqual(['2K', '4K', '1K'])
})

describe('the ratio and resolution nearest to a size', () => {
  it('are exact where the size is one of ours', () => {
    for (const aspectRatio of aspectRatios)
      for (const resolution of resolutions)
        expect(nearestShape(pixelSize(aspectRatio, resolution))).toEqual({ aspectRatio, resolution })
  })

  it('are 1:1 at 1K without one', () => {
    expect(nearestShape(null)).toEqual({ aspectRatio: '1:1', resolution: '1K' })
    expect(nearestShape({ width: 0, height: 9 })).toEqual({ aspectRatio: '1:1', resolution: '1K' })
  })
})
