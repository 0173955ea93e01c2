import { describe, expect, it } from 'vitest'
import { holdsWords } from './holds-words.ts'

describe('a searched text', () => {
  it('matches when it contains every word, in any order, case and accents', () => {
    expect(holdsWords('KREA chateau')('A Château garden, Krea 2')).toBe(true)
    expect(holdsWords('krea fox')('A Château garden, Krea 2')).toBe(false)
  })

  it('matches parts of words, in every script', () => expect(holdsWords('庭')('夜の庭園')).toBe(true))

  it('matches an empty query', () => expect(holdsWords('  ')('anything')).toBe(true))
})
