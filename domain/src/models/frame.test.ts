import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aspectRatios, type PixelSize, pixelSize, resolutions } from './aspect-ratio.ts'
import { cropToRatio, nearestFrame } from './frame.ts'

type Named = PixelSize & { readonly name: string }
const frames: readonly [Named, ...Named[]] = [
  { name: 'square', width: 1024, height: 1024 },
  { name: 'wide', width: 1280, height: 720 },
  { name: 'tall', width: 720, height: 1280 },
]

describe('the nearest frame', () => {
  it.each([
    ['1:1', 'square'],
    ['4:5', 'square'],
    ['16:9', 'wide'],
    ['2.35:1', 'wide'],
    ['2:3', 'tall'],
  ] as const)('of %s is %s', (ratio, name) => {
    expect(nearestFrame(frames, pixelSize(ratio, '1K')).name).toBe(name)
  })
})

describe('a crop', () => {
  it('removes the sides of a picture that is too wide', () => {
    expect(cropToRatio({ width: 1200, height: 1000 }, { width: 1, height: 1 })).toEqual({
      left: 100,
      top: 0,
      width: 1000,
      height: 1000,
    })
  })

  it('removes top and bottom of a picture that is too tall', () => {
    expect(cropToRatio({ width: 1000, height: 1201 }, { width: 1, height: 1 })).toEqual({
      left: 0,
      top: 100,
      width: 1000,
      height: 1000,
    })
  })

  it('is not needed where the ratio is off by half a percent at most', () => {
    expect(cropToRatio({ width: 1005, height: 1000 }, { width: 1, height: 1 })).toBeNull()
    expect(cropToRatio({ width: 1006, height: 1000 }, { width: 1, height: 1 })).not.toBeNull()
  })

  it('is within the picture, fills one side of it, and has the ratio within a pixel', () => {
    const side = fc.integer({ min: 64, max: 8_192 })
    const asked = fc.tuple(fc.constantFrom(...aspectRatios), fc.constantFrom(...resolutions))
    fc.assert(
      fc.property(side, side, asked, (width, height, [ratio, resolution]) => {
        const size = pixelSize(ratio, resolution)
        const crop = cropToRatio({ width, height }, size)
        if (!crop) return
        expect(crop.left >= 0 && crop.top >= 0).toBe(true)
        expect(crop.left + crop.width <= width && crop.top + crop.height <= height).toBe(true)
        expect(crop.width === width || crop.height === height).toBe(true)
        const exact = size.width / size.height
        expect(
          Math.min(Math.abs(crop.width - crop.height * exact), Math.abs(crop.height - crop.width / exact)),
        ).toBeLessThan(1)
      }),
    )
  })
})
