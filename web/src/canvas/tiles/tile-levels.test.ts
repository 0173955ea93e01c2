import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areas } from '../testing/scenes.ts'
import { levelZoom, onDevicePixels, tileArea, tilesOf } from './tile-levels.ts'

const plan = (zoom: number, current: number | null, pace: 'zooming' | 'dragging' | 'resting' = 'zooming') =>
  levelZoom({ zoom, current, pace, smallest: 0.1 })

describe('the level to paint', () => {
  it('is the camera’s own zoom when it rests', () => expect(plan(0.37, 0.4, 'resting')).toBe(0.37))
  it('is the same while cards are dragged', () => expect(plan(0.37, 0.4, 'dragging')).toBe(0.37))
  it('stays while the zoom is near it', () => expect(plan(0.5, 0.4)).toBe(0.4))
  it('is ahead of the camera in a zoom out', () => expect(plan(0.18, 0.4)).toBeCloseTo(0.126))
  it('is that of the camera in a zoom in', () => expect(plan(0.9, 0.4)).toBe(0.9))
  it('is never below the smallest zoom', () => expect(plan(0.11, 0.4)).toBe(0.1))

  it('is never stretched to more than twice or shrunk to less than half its size', () => {
    const zooms = fc.double({ min: 0.1, max: 4, noNaN: true })
    fc.assert(
      fc.property(fc.array(zooms, { minLength: 1 }), (path) => {
        let level: number | null = null
        for (const zoom of path) {
          level = plan(zoom, level)
          expect(zoom / level).toBeGreaterThanOrEqual(0.5)
          expect(zoom / level).toBeLessThanOrEqual(2)
        }
      }),
    )
  })
})

const zooms = fc.double({ min: 0.1, max: 4, noNaN: true })

describe('the tiles of an area of the board', () => {
  it('are counted from the board’s origin, the nearest to the middle first', () => {
    expect(tilesOf({ x: -100, y: 0, width: 300, height: 300 }, 1)).toEqual([
      { column: 0, row: 0 },
      { column: -1, row: 0 },
    ])
  })

  it('cover it, at any zoom', () => {
    const part = fc.double({ min: 0, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(areas, zooms, part, part, (area, zoom, u, v) => {
        const point = { x: area.x + u * area.width, y: area.y + v * area.height }
        const holds = tilesOf(area, zoom).some((place) => {
          const tile = tileArea(place, zoom)
          return (
            point.x >= tile.x && point.x <= tile.x + tile.width && point.y >= tile.y && point.y <= tile.y + tile.height
          )
        })
        expect(holds).toBe(true)
      }),
    )
  })
})

describe('a view at rest', () => {
  it('is aligned to whole device pixels, less than one from where it was', () => {
    fc.assert(
      fc.property(
        zooms,
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.constantFrom(1, 1.5, 2),
        (zoom, pan, ratio) => {
          const { panX } = onDevicePixels({ zoom, panX: pan, panY: 0 }, ratio)
          expect(Math.abs(panX * ratio - Math.round(panX * ratio))).toBeLessThan(1e-6)
          expect(Math.abs(panX - pan)).toBeLessThanOrEqual(0.5 / ratio + 1e-9)
        },
      ),
    )
  })
})
