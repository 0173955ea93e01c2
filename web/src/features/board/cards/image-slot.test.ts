import { describe, expect, it } from 'vitest'
import { pictureSizeFor } from './image-slot.tsx'

describe('the file of a picture', () => {
  it('is the smallest that is sharp where it is shown on the screen', () => {
    expect(pictureSizeFor(58, 1)).toBe(64)
    expect(pictureSizeFor(188, 1)).toBe(256)
    expect(pictureSizeFor(188, 2)).toBe(512)
    expect(pictureSizeFor(752, 1)).toBe('original')
  })
})
