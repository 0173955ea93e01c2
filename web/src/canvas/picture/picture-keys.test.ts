import { describe, expect, it } from 'vitest'
import { actOfKey } from './picture-keys.ts'

describe('the keys of the lightbox', () => {
  it('walk, zoom and judge', () => {
    expect(actOfKey('ArrowLeft', 'elsewhere')).toBe('before')
    expect(actOfKey('ArrowRight', 'button')).toBe('after')
    expect(actOfKey(' ', 'elsewhere')).toBe('toggle-zoom')
    expect(['1', '2', '3'].map((key) => actOfKey(key, 'button'))).toEqual(['like', 'star', 'dislike'])
  })

  it('leave the space bar to a button, and all others alone', () => {
    expect(actOfKey(' ', 'button')).toBeNull()
    expect(actOfKey('Tab', 'elsewhere')).toBeNull()
  })
})
