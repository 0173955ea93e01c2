import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sourceFault } from '#domain/edit/edit-frame.ts'
import {
  boxOf,
  boxOfRatio,
  type FrameBox,
  frameHandles,
  frameOf,
  heldBox,
  movedBox,
  resizedBox,
  slidBox,
  turnedPictureRect,
  uprightRect,
  wholeBox,
} from './frame-box.ts'

const picture = { width: 400, height: 200 }
const whole = wholeBox(picture)
const anyPicture = fc.record({
  width: fc.integer({ min: 32, max: 4_096 }),
  height: fc.integer({ min: 32, max: 4_096 }),
})
const angle = fc.double({ min: -45, max: 45, noNaN: true })

describe('a frame', () => {
  it('is sent in whole pixels, and comes back as the same box', () => {
    expect(frameOf({ ...whole, angle: 1.23 })).toEqual({ x: 0, y: 0, width: 400, height: 200, angle: 1.2 })
    expect(frameOf(boxOf({ x: -7, y: 3, width: 41, height: 20 }))).toEqual({ x: -7, y: 3, width: 41, height: 20 })
  })

  it('lies on the stage upright, over the picture that is turned the other way', () => {
    const corner: FrameBox = { center: { x: 400, y: 100 }, width: 20, height: 10, angle: 90 }
    expect(uprightRect(corner, picture)).toMatchObject({ width: 20, height: 10 })
    expect(uprightRect(corner, picture).x).toBeCloseTo(190)
    expect(uprightRect(corner, picture).y).toBeCloseTo(-105)
    const { width, height } = turnedPictureRect(corner, picture)
    expect([Math.round(width), Math.round(height)]).toEqual([200, 400])
  })

  it('keeps its opposite side where a handle is moved, or its middle', () => {
    const by = { x: -100, y: 0 }
    const east = resizedBox(whole, { handle: 'e', by, ratio: null, about: 'opposite' })
    expect(frameOf(east)).toEqual({ x: 0, y: 0, width: 300, height: 200 })
    const both = resizedBox(whole, { handle: 'e', by, ratio: null, about: 'middle' })
    expect(frameOf(both)).toEqual({ x: 100, y: 0, width: 200, height: 200 })
    const corner = resizedBox(whole, { handle: 'nw', by: { x: 100, y: 10 }, ratio: 2, about: 'opposite' })
    expect(frameOf(corner)).toEqual({ x: 20, y: 10, width: 380, height: 190 })
  })

  it('keeps its ratio, whatever handle is moved', () =>
    fc.assert(
      fc.property(fc.constantFrom(...frameHandles), fc.integer(), fc.integer(), angle, (handle, x, y, degrees) => {
        const box = resizedBox(
          { ...whole, angle: degrees },
          { handle, by: { x: x % 500, y: y % 500 }, ratio: 1.5, about: 'opposite' },
        )
        expect(box.width / box.height).toBeCloseTo(1.5, 6)
      }),
    ))

  it('of a ratio is the largest inside the picture, or the smallest around it', () => {
    expect(frameOf(boxOfRatio(1, picture, { purpose: 'crop', angle: 0 }))).toEqual({
      x: 100,
      y: 0,
      width: 200,
      height: 200,
    })
    expect(frameOf(boxOfRatio(1, picture, { purpose: 'extend', angle: 0 }))).toEqual({
      x: 0,
      y: -100,
      width: 400,
      height: 400,
    })
  })

  it('that crops is accepted by the server, however it was turned, moved and resized', () =>
    fc.assert(
      fc.property(
        anyPicture,
        angle,
        fc.integer({ min: -5_000, max: 5_000 }),
        fc.integer({ min: -5_000, max: 5_000 }),
        (size, degrees, x, y) => {
          const box = heldBox(movedBox({ ...wholeBox(size), angle: degrees }, { x, y }), size, 'crop')
          const frame = frameOf(box)
          fc.pre(box.width >= 1 && box.height >= 1)
          expect(sourceFault({ operation: 'crop', frame }, size)).toBeNull()
        },
      ),
    ))

  it('slides along the edges of the picture when it is moved beyond them', () => {
    const small = { ...whole, width: 100, height: 100 }
    const { x, y } = frameOf(slidBox(small, { x: 999, y: 30 }, picture))
    expect([x, y]).toEqual([300, 80])
  })

  it('that extends has no more pixels than a result may have', () => {
    const { width, height } = heldBox({ ...whole, width: 40_000, height: 20_000 }, picture, 'extend')
    expect(width * height).toBeLessThanOrEqual(50_000_000)
    expect(width / height).toBeCloseTo(2, 2)
  })
})
