import { describe, expect, it } from 'vitest'
import { hilbertIndex } from './hilbert.ts'

describe('the index on a Hilbert curve', () => {
  const cells = Array.from({ length: 32 * 32 }, (_, index) => ({
    x: (index % 32) * 128,
    y: Math.floor(index / 32) * 128,
  }))
  const inOrder = cells.toSorted((a, b) => hilbertIndex(a) - hilbertIndex(b))

  it('is different for each cell', () => expect(new Set(cells.map(hilbertIndex)).size).toBe(cells.length))

  it('is consecutive only for neighboring cells', () => {
    const steps = inOrder.slice(1).map((cell, index) => {
      const before = inOrder[index] ?? cell
      return Math.abs(cell.x - before.x) + Math.abs(cell.y - before.y)
    })
    expect(new Set(steps)).toEqual(new Set([128]))
  })

  it('exists for points far away as well', () =>
    expect(hilbertIndex({ x: 1e9, y: -1e9 })).toBe(hilbertIndex({ x: 2e9, y: -3e9 })))
})
