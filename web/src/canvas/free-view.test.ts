import { describe, expect, it } from 'vitest'
import { freeBoard, freeScreen } from './free-view.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const drawer = { x: 68, y: 68, width: 328, height: 748 }
const assistant = { x: 1068, y: 68, width: 360, height: 760 }

describe('the free part of a window', () => {
  it('lies between the header, the dock and the bars below', () =>
    expect(freeScreen(desktop, [])).toEqual({ x: 68, y: 76, width: 1356, height: 736 }))

  it('has no dock at its left on a phone', () =>
    expect(freeScreen(phone, [])).toEqual({ x: 16, y: 76, width: 358, height: 680 }))

  it('lies beside a panel at the left', () =>
    expect(freeScreen(desktop, [drawer])).toEqual({ x: 412, y: 76, width: 1012, height: 736 }))

  it('lies beside a panel at the right', () =>
    expect(freeScreen(desktop, [assistant])).toEqual({ x: 68, y: 76, width: 984, height: 736 }))

  it('lies between panels at both sides', () =>
    expect(freeScreen(desktop, [drawer, assistant])).toEqual({ x: 412, y: 76, width: 640, height: 736 }))

  it('lies above a sheet', () =>
    expect(freeScreen(phone, [{ x: 0, y: 321, width: 390, height: 523 }])).toEqual({
      x: 16,
      y: 76,
      width: 358,
      height: 229,
    }))

  it('is the same on the board, at its zoom', () =>
    expect(freeBoard({ zoom: 0.5, panX: 12, panY: -24 }, desktop, [drawer])).toEqual({
      x: 800,
      y: 200,
      width: 2024,
      height: 1472,
    }))
})
