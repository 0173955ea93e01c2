import { describe, expect, it } from 'vitest'
import { paintedSize } from './painted-size.ts'

const wide = { width: 1280, height: 720 }

describe('the size that is painted', () => {
  it('is that of the picture where nothing else is said', () => expect(paintedSize(wide, undefined)).toEqual(wide))

  it('is that of the picture where it is small enough', () => expect(paintedSize(wide, 1280)).toEqual(wide))

  it('has the shape of the picture, and no longer side than what was said', () =>
    expect(paintedSize(wide, 320)).toEqual({ width: 320, height: 180 }))

  it('is never without a pixel', () =>
    expect(paintedSize({ width: 2000, height: 1 }, 100)).toEqual({ width: 100, height: 1 }))
})
