import { describe, expect, it } from 'vitest'
import { matchesWords } from './matches-words.ts'

describe('a searched text', () => {
  it('matches when it contains every word, in any order, case and accents', () => {
    expect(matchesWords('KREA chateau')('A Château garden, Krea 2')).toBe(true)
    expect(matchesWords('krea fox')('A Château garden, Krea 2')).toBe(false)
  })

  it('matches parts of words, in every script', () => expect(matchesWords('庭')('夜の庭園')).toBe(true))

  it('matches an empty query', () => expect(matchesWords('  ')('anything')).toBe(true))
})
