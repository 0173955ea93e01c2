import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areas } from '../testing/scenes.ts'
import { onDevicePixels, tileArea, tilesOf } from './tile-grid.ts'

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
