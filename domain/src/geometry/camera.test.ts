import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Camera,
  centreOn,
  clampZoom,
  fitToView,
  initialCamera,
  maximumZoom,
  minimumZoom,
  screenPoint,
  toBoard,
  toScreen,
  visibleBoard,
  zoomAbout,
} from './camera.ts'
import type { Rect } from './rect.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const zooms = number(minimumZoom, maximumZoom)
const cameras = fc.record({ zoom: zooms, panX: number(-1e5, 1e5), panY: number(-1e5, 1e5) })
const pointers = fc.record({ x: number(0, 4_000), y: number(0, 4_000) }).map(({ x, y }) => screenPoint(x, y))
const viewport = { width: 1_440, height: 900 }
const rect = (over: Partial<Rect> = {}): Rect => ({ x: 10_000, y: 10_000, width: 800, height: 340, ...over })
const middleOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 })

describe('screen and board coordinates', () => {
  it('are related by screen = board × zoom + pan', () => {
    const camera: Camera = { zoom: 0.5, panX: 100, panY: -20 }
    expect(toScreen({ x: 300, y: 80 }, camera)).toEqual({ x: 250, y: 20 })
    expect(toBoard(screenPoint(250, 20), camera)).toEqual({ x: 300, y: 80 })
  })

  it('convert back to each other', () => {
    fc.assert(
      fc.property(cameras, pointers, (camera, pointer) => {
        const back = toScreen(toBoard(pointer, camera), camera)
        expect(back.x).toBeCloseTo(pointer.x, 6)
        expect(back.y).toBeCloseTo(pointer.y, 6)
      }),
    )
  })
})

describe('zooming', () => {
  it('keeps the board point under the pointer, at every zoom', () => {
    fc.assert(
      fc.property(cameras, pointers, number(0.001, 40), (camera, pointer, zoom) => {
        const after = toScreen(toBoard(pointer, camera), zoomAbout(camera, pointer, zoom))
        expect(after.x).toBeCloseTo(pointer.x, 5)
        expect(after.y).toBeCloseTo(pointer.y, 5)
      }),
    )
  })

  it('does not drift in a hundred steps in and out', () => {
    fc.assert(
      fc.property(cameras, pointers, fc.array(zooms, { minLength: 100, maxLength: 100 }), (camera, pointer, steps) => {
        const there = steps.reduce((now, zoom) => zoomAbout(now, pointer, zoom), camera)
        const back = zoomAbout(there, pointer, camera.zoom)
        expect(back.panX).toBeCloseTo(camera.panX, 4)
        expect(back.panY).toBeCloseTo(camera.panY, 4)
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    [0, 0.1],
    [0.05, 0.1],
    [0.1, 0.1],
    [1, 1],
    [4, 4],
    [9, 4],
  ])('to %d ends at %d: the range is 10 % to 400 %', (asked, zoom) => {
    expect(clampZoom(asked)).toBe(zoom)
    expect(zoomAbout(initialCamera, screenPoint(5, 5), asked).zoom).toBe(zoom)
  })
})

describe('the visible part of the board', () => {
  it('is the board between the corners of the viewport', () => {
    fc.assert(
      fc.property(cameras, (camera) => {
        const shown = visibleBoard(camera, viewport)
        const far = toScreen({ x: shown.x + shown.width, y: shown.y + shown.height }, camera)
        const near = toScreen(shown, camera)
        expect([near.x, near.y]).toEqual([expect.closeTo(0, 5), expect.closeTo(0, 5)])
        expect([far.x, far.y]).toEqual([expect.closeTo(1_440, 5), expect.closeTo(900, 5)])
      }),
    )
  })

  it('has the center of a centered rectangle in its center', () => {
    fc.assert(
      fc.property(zooms, (zoom) => {
        const middle = toScreen(middleOf(rect()), centreOn(rect(), viewport, zoom))
        expect(middle).toEqual({ x: expect.closeTo(720, 5), y: expect.closeTo(450, 5) })
      }),
    )
  })
})

describe('fitting to the view', () => {
  it('resets to zoom 1 and pan 0 without a card', () => {
    expect(fitToView(null, viewport, 80)).toEqual({ zoom: 1, panX: 0, panY: 0 })
  })

  it('shows one card at 100 %, in the middle: never above', () => {
    expect(fitToView(rect(), viewport, 80)).toEqual({ zoom: 1, panX: -9_680, panY: -9_720 })
  })

  it('is as large as the margin allows', () => {
    const wide = rect({ x: 0, y: 0, width: 2_560, height: 100 })
    expect(fitToView(wide, viewport, 80)).toEqual({ zoom: 0.5, panX: 80, panY: 425 })
  })

  it('frames everything with the margin, as far as the range allows', () => {
    const bounds = fc.record({
      x: number(-2e4, 2e4),
      y: number(-2e4, 2e4),
      width: number(1, 12_000),
      height: number(1, 7_000),
    })
    fc.assert(
      fc.property(bounds, (all) => {
        const camera = fitToView(all, viewport, 80)
        const near = toScreen(all, camera)
        const far = toScreen({ x: all.x + all.width, y: all.y + all.height }, camera)
        expect(camera.zoom).toBeLessThanOrEqual(1)
        expect(Math.min(near.x, near.y)).toBeGreaterThanOrEqual(80 - 1e-5)
        expect(far.x).toBeLessThanOrEqual(1_360 + 1e-5)
        expect(far.y).toBeLessThanOrEqual(820 + 1e-5)
      }),
    )
  })

  it.each([
    ['a board too large for 10 %', rect({ width: 1e6, height: 1e6 }), viewport],
    ['a viewport smaller than its margins', rect(), { width: 100, height: 60 }],
  ])('stays at 10 %, centered, for %s', (_, bounds, view) => {
    const camera = fitToView(bounds, view, 80)
    expect(camera.zoom).toBe(0.1)
    expect(toScreen(middleOf(bounds), camera)).toEqual({
      x: expect.closeTo(view.width / 2, 5),
      y: expect.closeTo(view.height / 2, 5),
    })
  })
})
