import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardRect } from '#domain/layout/card.ts'
import { panelOnScreen } from './panel-place.tsx'
import { shiftIntoView, viewWithSource } from './place-panel.ts'

const viewport = { width: 1_440, height: 900 }
const camera = (zoom: number) => ({ zoom, panX: 100, panY: 50 })

describe('the place of the prompt panel', () => {
  it('has its top left where the card will be, and its width', () =>
    expect(panelOnScreen({ x: 900, y: 100 }, camera(0.75), viewport)).toEqual({ x: 775, y: 125, width: 600 }))

  it('is never narrower than readable', () =>
    expect(panelOnScreen({ x: 0, y: 0 }, camera(0.1), viewport).width).toBe(456))

  it('is never wider than a card at full size, nor than the window beside the dock', () => {
    expect(panelOnScreen({ x: 0, y: 0 }, camera(4), viewport).width).toBe(800)
    expect(panelOnScreen({ x: 0, y: 0 }, camera(4), { width: 700, height: 900 }).width).toBe(616)
    expect(panelOnScreen({ x: 0, y: 0 }, camera(4), { width: 600, height: 900 }).width).toBe(568)
  })
})

describe('bringing the panel into view', () => {
  it('moves nothing when it is in view', () =>
    expect(shiftIntoView({ x: 100, y: 100, width: 500, height: 300 }, viewport)).toEqual({ x: 0, y: 0 }))

  it('moves just as far as needed', () =>
    expect(shiftIntoView({ x: 1_400, y: 20, width: 500, height: 300 }, viewport)).toEqual({ x: -476, y: 56 }))

  it('leaves a panel that fits wholly between the bars and beside the dock', () => {
    const position = fc.integer({ min: -5_000, max: 5_000 })
    const size = fc.record({ width: fc.integer({ min: 1, max: 1_356 }), height: fc.integer({ min: 1, max: 740 }) })
    fc.assert(
      fc.property(position, position, size, (x, y, { width, height }) => {
        const shift = shiftIntoView({ x, y, width, height }, viewport)
        const left = x + shift.x
        const top = y + shift.y
        return left >= 68 && left + width <= 1_424 && top >= 76 && top + height <= 816
      }),
    )
  })
})

describe('viewWithSource', () => {
  const source = cardRect({ x: 0, y: 0, isCollapsed: false })
  const screen = { x: 68, y: 76, width: 1_356, height: 736 }
  const view = (zoom: number, over: object = {}) =>
    viewWithSource({ camera: camera(zoom), viewport, screen, source, place: { x: 900, y: 0 }, height: 260, ...over })

  it('zooms out until the card and the panel beside it fit: 0.78 in a window 1440 wide', () =>
    expect(view(1)?.zoom).toBeCloseTo(0.78, 2))

  it('keeps a zoom at which both fit, and moves just as far as needed', () =>
    expect(view(0.5)).toEqual({ zoom: 0.5, panX: 100, panY: 92 }))

  it('shows both whole, wherever the view was', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -9_000, max: 9_000 }),
        fc.double({ min: 0.4, max: 2, noNaN: true }),
        (panX, zoom) => {
          const shown = view(zoom, { camera: { zoom, panX, panY: -panX } })
          if (!shown) return false
          const panel = panelOnScreen({ x: 900, y: 0 }, shown, viewport)
          return (
            shown.zoom <= zoom &&
            shown.panX >= 84 - 0.01 &&
            panel.x + panel.width <= 1_408.01 &&
            shown.panY >= 92 - 0.01
          )
        },
      ),
    ))

  it('is null where both would be too small to be read', () =>
    expect(
      view(1, { viewport: { width: 768, height: 1_024 }, screen: { x: 68, y: 76, width: 684, height: 860 } }),
    ).toBe(null))
})
