import { describe, expect, it } from 'vitest'
import { holdsWords } from './holds-words.ts'

describe('a text that is looked for', () => {
  it('holds every word, in any order, whatever the case and accents', () => {
    expect(holdsWords('KREA chateau')('A Château garden, Krea 2')).toBe(true)
    expect(holdsWords('krea fox')('A Château garden, Krea 2')).toBe(false)
  })

  it('holds parts of words, in every script', () => expect(holdsWords('庭')('夜の庭園')).toBe(true))

  it('holds nothing looked for', () => expect(holdsWords('  ')('anything')).toBe(true))
})
