import { describe, expect, it } from 'vitest'
import { createNormals } from './normals.ts'

describe('the normal numbers of a seed', () => {
  it("follow Philox 4x32-10's published numbers", () => {
    // Random123's known answer for a counter and a key of zeros: 6627e8d5 e169c58d …
    const u = 0x6627e8d5 * 2 ** -32 + 2 ** -33
    const v = (0xe169c58d * 2 ** -32 + 2 ** -33) * 2 * Math.PI
    expect(createNormals(0)(1)[0]).toBeCloseTo(Math.sqrt(-2 * Math.log(u)) * Math.sin(v), 6)
  })

  it('have a mean of 0 and a deviation of 1', () => {
    const numbers = createNormals(7)(20_000)
    const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length
    const variance = numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / numbers.length
    expect(Math.abs(mean)).toBeLessThan(0.02)
    expect(Math.abs(variance - 1)).toBeLessThan(0.03)
  })

  it('are the same for the same seed, and others for the next draw, another seed, or one above 32 bits', () => {
    const draw = createNormals(5)
    const first = [...draw(8)]
    expect([...createNormals(5)(8)]).toEqual(first)
    expect([...draw(8)]).not.toEqual(first)
    expect([...createNormals(6)(8)]).not.toEqual(first)
    expect([...createNormals(5 + 2 ** 32)(8)]).not.toEqual(first)
  })
})
