import { describe, expect, it } from 'vitest'
import { textDirection } from './text-direction.ts'

describe('textDirection', () => {
  it('goes by the first letter, past numbers and punctuation', () => {
    expect(textDirection('a fox')).toBe('ltr')
    expect(textDirection('3. "שועל" in snow')).toBe('rtl')
    expect(textDirection('ثعلب, a fox')).toBe('rtl')
    expect(textDirection('a fox, ثعلب')).toBe('ltr')
    expect(textDirection('狐')).toBe('ltr')
    expect(textDirection('12!')).toBe('ltr')
    expect(textDirection('')).toBe('ltr')
  })
})
