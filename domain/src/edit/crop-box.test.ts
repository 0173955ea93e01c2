import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grownBox, partForMask, sizeOnCanvas } from './crop-box.ts'
import { defaultEditCanvas as canvas } from './edit-offer.ts'

const source = { width: 4_000, height: 3_000 }

describe('grownBox', () => {
  it('lies in the picture with no side below 0, whatever the box and its reach', () => {
    const length = fc.integer({ min: -100_000, max: 100_000 })
    fc.assert(
      fc.property(fc.record({ x: length, y: length, width: length, height: length }), fc.nat(512), (box, by) => {
        const { x, y, width, height } = grownBox(box, by, source)
        expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(source.width)
        expect(y + height).toBeLessThanOrEqual(source.height)
      }),
    )
  })

  it('is empty where the box lies beside the picture', () =>
    expect(grownBox({ x: 25_000, y: 25_000, width: 1, height: 1 }, 1, source)).toEqual({
      ...{ x: 4_000, y: 3_000 },
      ...{ width: 0, height: 0 },
    }))
})

describe('the part of a picture that an executor is given', () => {
  it('is the whole where that is no larger than what the model takes', () =>
    expect(
      partForMask({ x: 10, y: 10, width: 50, height: 50 }, { width: 1_000, height: 800 }, { reach: 0, canvas }),
    ).toEqual({ box: null, size: { width: 1_008, height: 800 } }))

  it('is the mask with a quarter around it, at the size of the model', () =>
    expect(partForMask({ x: 1_000, y: 800, width: 800, height: 400 }, source, { reach: 0, canvas })).toEqual({
      box: { x: 800, y: 600, width: 1_200, height: 800 },
      size: { width: 1_248, height: 832 },
    }))

  it('is the whole where the mask lies beside it', () =>
    expect(partForMask({ x: 25_000, y: 0, width: 1, height: 1 }, source, { reach: 0, canvas })).toEqual({
      box: null,
      size: { width: 1_184, height: 880 },
    }))

  it('has at least 64 pixels around a small mask, beyond what grow and feather reach', () =>
    expect(partForMask({ x: 2_000, y: 2_000, width: 40, height: 40 }, source, { reach: 16, canvas }).box).toEqual({
      x: 1_920,
      y: 1_920,
      width: 200,
      height: 200,
    }))

  it('is the whole where the mask takes nearly all of it', () =>
    expect(partForMask({ x: 100, y: 100, width: 3_700, height: 2_800 }, source, { reach: 0, canvas })).toEqual({
      box: null,
      size: { width: 1_184, height: 880 },
    }))

  it('lies in the picture, contains the change, and is no thinner than the model takes where the picture allows', () => {
    const boxes = fc
      .record({
        x: fc.nat(3_900),
        y: fc.nat(2_900),
        width: fc.integer({ min: 1, max: 4_000 }),
        height: fc.integer({ min: 1, max: 3_000 }),
      })
      .map(({ x, y, width, height }) => ({
        x,
        y,
        width: Math.min(width, source.width - x),
        height: Math.min(height, source.height - y),
      }))
    fc.assert(
      fc.property(boxes, fc.nat(512), (mask, reach) => {
        const { box, size } = partForMask(mask, source, { reach, canvas })
        expect((size.width % 16) + (size.height % 16)).toBe(0)
        if (!box) return
        const changed = grownBox(mask, reach, source)
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x).toBeLessThanOrEqual(changed.x)
        expect(box.y).toBeLessThanOrEqual(changed.y)
        expect(box.x + box.width).toBeGreaterThanOrEqual(changed.x + changed.width)
        expect(box.y + box.height).toBeGreaterThanOrEqual(changed.y + changed.height)
        expect(box.x + box.width).toBeLessThanOrEqual(source.width)
        expect(box.y + box.height).toBeLessThanOrEqual(source.height)
        expect(Math.max(box.width / box.height, box.height / box.width)).toBeLessThanOrEqual(canvas.widest + 0.1)
        // Sides that are multiples turn the ratio by less than a twentieth.
        expect(Math.abs(Math.log(size.width / size.height / (box.width / box.height)))).toBeLessThan(0.05)
      }),
    )
  })

  it('is enlarged at most four times, and to what the model takes at least', () => {
    expect(sizeOnCanvas({ width: 200, height: 200 }, canvas, 'enlarged')).toEqual({ width: 800, height: 800 })
    expect(sizeOnCanvas({ width: 64, height: 64 }, canvas, 'enlarged')).toEqual({ width: 512, height: 512 })
    expect(sizeOnCanvas({ width: 120, height: 80 }, canvas, 'own-size')).toEqual({ width: 624, height: 416 })
    expect(sizeOnCanvas({ width: 700, height: 700 }, canvas, 'own-size')).toEqual({ width: 704, height: 704 })
  })
})
