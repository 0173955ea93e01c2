import { describe, expect, it } from 'vitest'
import { pictureSizeFor } from './picture-size.ts'
import { tileBox } from './tile-box.ts'

describe('a picture on its card', () => {
  it('fills the height when it is tall and the width when it is wide', () => {
    expect(tileBox({ width: 832, height: 1248 })).toEqual({ width: 128, height: 192 })
    expect(tileBox({ width: 1280, height: 720 })).toEqual({ width: 186, height: 105 })
  })
})

describe('the file of a picture', () => {
  it('is the smallest that is sharp at the zoom and on the screen', () => {
    expect(pictureSizeFor(0.3, 1)).toBe(64)
    expect(pictureSizeFor(1, 1)).toBe(256)
    expect(pictureSizeFor(1, 2)).toBe(512)
    expect(pictureSizeFor(4, 1)).toBe('original')
  })
})
