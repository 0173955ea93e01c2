import { describe, expect, it } from 'vitest'
import { paintedSize } from './painted-size.ts'

const wide = { width: 1280, height: 720 }

describe('the painted size', () => {
  it('is that of the picture without a limit', () => expect(paintedSize(wide, undefined)).toEqual(wide))

  it('is that of the picture where it is within the limit', () => expect(paintedSize(wide, 1280)).toEqual(wide))

  it('has the ratio of the picture, and no longer side than the limit', () =>
    expect(paintedSize(wide, 320)).toEqual({ width: 320, height: 180 }))

  it('has at least one pixel', () =>
    expect(paintedSize({ width: 2000, height: 1 }, 100)).toEqual({ width: 100, height: 1 }))
})
