import { describe, expect, it } from 'vitest'
import { plainCover } from './plain-cover.ts'

const rose = '0a1b2c3d-0000-4000-8000-000000000000'
const moss = 'f0e1d2c3-0000-4000-8000-000000000000'

describe('the cover of a style without pictures', () => {
  it('is a picture in itself, the same for the same style', () => {
    expect(plainCover(rose)).toMatch(/^data:image\/svg\+xml,%3Csvg/)
    expect(plainCover(rose)).toBe(plainCover(rose))
  })

  it('differs between styles', () => expect(plainCover(rose)).not.toBe(plainCover(moss)))
})
