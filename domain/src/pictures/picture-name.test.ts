import { expect, it } from 'vitest'
import { pictureName } from './picture-name.ts'

it('keeps a name in any script as one line of at most 255 characters', () => {
  expect(pictureName('Gärten ☂.png')).toBe('Gärten ☂.png')
  expect(pictureName(' a\u0000\n b\u202e.jpg ')).toBe('a b .jpg')
  expect([...pictureName('🦊'.repeat(400))]).toHaveLength(255)
  expect(pictureName(' \u0007 ')).toBe('Picture')
})
