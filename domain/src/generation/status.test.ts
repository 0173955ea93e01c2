import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canRetry, generationStatus, hasEnded, type ImageStatus, imageStatuses } from './status.ts'

const statuses = fc.array(fc.constantFrom(...imageStatuses), { minLength: 1, maxLength: 4 })
const letterOf: Record<string, ImageStatus> = {
  q: 'queued',
  r: 'running',
  c: 'completed',
  f: 'failed',
  x: 'cancelled',
  u: 'uncertain',
}
const images = (letters: string) => [...letters].map((letter) => letterOf[letter] ?? 'queued')

describe('the status of a generation', () => {
  it.each([
    ['qqqq', 'queued'],
    ['rqqq', 'running'],
    ['rrrr', 'running'],
    ['cqqq', 'running'],
    ['fqqq', 'running'],
    ['xqqq', 'running'],
    ['cccr', 'running'],
    ['uuuu', 'running'],
    ['cccu', 'running'],
    ['xxxu', 'running'],
    ['cccc', 'completed'],
    ['cfff', 'completed'],
    ['cxxx', 'completed'],
    ['cfxx', 'completed'],
    ['xxxx', 'cancelled'],
    ['xxxf', 'failed'],
    ['ffff', 'failed'],
    ['fffx', 'failed'],
    ['', 'failed'],
  ])('of %s is %s', (letters, status) => expect(generationStatus(images(letters))).toBe(status))

  it('does not depend on the order of the images', () => {
    fc.assert(fc.property(statuses, (some) => generationStatus(some) === generationStatus([...some].reverse())))
  })

  it('is final exactly when every image has ended', () => {
    fc.assert(
      fc.property(statuses, (some) => {
        const ended = !['queued', 'running'].includes(generationStatus(some))
        expect(ended).toBe(some.every(hasEnded))
      }),
    )
  })
})

it('an image can be retried only when it ended without a picture', () => {
  expect(imageStatuses.filter(canRetry)).toEqual(['failed', 'cancelled'])
  expect(imageStatuses.filter(hasEnded)).toEqual(['completed', 'failed', 'cancelled'])
})
