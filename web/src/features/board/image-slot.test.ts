import { describe, expect, it } from 'vitest'
import { pictureSizeFor } from './image-slot.tsx'

describe('the file of a picture', () => {
  it('is the smallest that is sharp at the zoom and on the screen', () => {
    expect(pictureSizeFor(0.3, 1)).toBe(64)
    expect(pictureSizeFor(1, 1)).toBe(256)
    expect(pictureSizeFor(1, 2)).toBe(512)
    expect(pictureSizeFor(4, 1)).toBe('original')
  })
})
