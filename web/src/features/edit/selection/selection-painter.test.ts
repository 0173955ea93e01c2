import { describe, expect, it } from 'vitest'
import { coveredBy } from './selection-painter.ts'

/** A copy of 8 × 4 pixels, selected where the function says, of a picture ten times as large. */
function copyOf(isSelected: (x: number, y: number) => boolean) {
  const size = { width: 8, height: 4 }
  const alpha = new Uint8ClampedArray(32).map((_, at) => (isSelected(at % 8, Math.floor(at / 8)) ? 255 : 0))
  return coveredBy(alpha, size, { width: 80, height: 40 })
}
const ringsOf = (path: string) => path.split('Z').filter(Boolean).length

describe('what a selection covers', () => {
  it('is nothing where no pixel is selected', () => {
    expect(copyOf(() => false)).toEqual({ path: '', share: 0, box: null })
  })

  it('is its share and its box, in pixels of the picture', () => {
    const { share, box, path } = copyOf((x, y) => x >= 2 && x < 6 && y >= 1 && y < 3)
    expect(share).toBe(0.25)
    expect(box).toEqual({ x: 20, y: 10, width: 40, height: 20 })
    expect(ringsOf(path)).toBe(1)
  })

  it('has one ring for each part, and one for a hole', () => {
    expect(ringsOf(copyOf((x) => x === 1 || x === 5).path)).toBe(2)
    expect(ringsOf(copyOf((x, y) => !(x === 4 && y === 2) && x > 1 && x < 7 && y > 0).path)).toBe(2)
  })

  it('keeps its edge within the picture where all of it is selected', () => {
    const numbers =
      copyOf(() => true)
        .path.match(/[\d.-]+/g)
        ?.map(Number) ?? []
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(80)
  })
})
