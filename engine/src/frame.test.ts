import { describe, expect, it } from 'vitest'
import { frameFor } from './frame.ts'

describe('the painted frame', () => {
  it.each([
    [1024, 1024, '512 × 512'],
    [1152, 864, '576 × 448'],
    [1248, 832, '640 × 448'],
    [1280, 720, '704 × 384'],
    [1504, 640, '768 × 320'],
    [896, 1120, '448 × 576'],
    [832, 1248, '448 × 640'],
    [720, 1280, '384 × 704'],
  ])('of %i × %i is %3$s', (width, height, expected) => {
    const frame = frameFor({ width, height })
    expect(`${frame.width} × ${frame.height}`).toBe(expected)
  })

  it('is smaller for a model of smaller frames', () => {
    expect(frameFor({ width: 1024, height: 1024 }, 64)).toEqual({ width: 64, height: 64 })
    expect(frameFor({ width: 1280, height: 720 }, 256)).toEqual({ width: 320, height: 192 })
  })
})
