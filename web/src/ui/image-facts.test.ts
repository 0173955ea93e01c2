import { expect, it } from 'vitest'
import { seedFact } from './image-facts.ts'

it('a seed is written in groups of three digits', () => {
  expect(seedFact(83_140_227)).toBe('83 140 227')
  expect(seedFact(7)).toBe('7')
})
