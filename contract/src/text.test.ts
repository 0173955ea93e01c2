import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths, plainString, text, time } from './text.ts'

const title = text({ minimum: 1, maximum: 5 })
const accepts = (value: unknown) => title.safeParse(value).success
const messageFor = (value: string) => title.safeParse(value).error?.issues[0]?.message

describe('text from outside', () => {
  it('is trimmed', () => expect(title.parse(' \n fox\t ')).toBe('fox'))

  it('is refused when nothing is left after trimming', () => {
    for (const blank of ['', '   ', '\n\t', '\u3000']) expect(messageFor(blank)).toBe('Must not be blank.')
  })

  it('is measured in code points: a fox counts 1, a family counts each of its parts', () => {
    expect(accepts('🦊🦊🦊🦊🦊')).toBe(true)
    expect(accepts('🦊🦊🦊🦊🦊🦊')).toBe(false)
    expect(accepts('👩‍👧‍👦')).toBe(true)
    expect(accepts('👩‍👧‍👦x')).toBe(false)
  })

  it('is measured after trimming', () => expect(accepts(`   ${'x'.repeat(5)}   `)).toBe(true))

  it('reports its limits', () => {
    expect(messageFor('x'.repeat(6))).toBe('At most 5 characters.')
    expect(text({ minimum: 3, maximum: 5 }).safeParse('x').error?.issues[0]?.message).toBe('At least 3 characters.')
  })

  it.each([
    ['NUL', 'a\u0000b'],
    ['the first half of a pair', 'a\ud83eb'],
    ['the second half of a pair', '\udd8a'],
  ])('is refused with %s, which cannot be stored, also where it is not trimmed', (_, value) => {
    expect(messageFor(value)).toBe('Contains characters that are not text.')
    expect(plainString(5).safeParse(value).error?.issues[0]?.message).toBe('Contains characters that are not text.')
  })

  it('is not trimmed where the schema takes it as it is', () => expect(plainString(5).parse(' a ')).toBe(' a '))

  it('may be empty without a minimum', () => {
    expect(text({ minimum: 0, maximum: 5 }).parse('  ')).toBe('')
  })

  it('is a string', () => {
    for (const value of [1, null, undefined, ['fox'], { fox: 1 }]) expect(accepts(value)).toBe(false)
  })

  it('is well-formed, within its length, and unchanged when parsed again', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)))
    fc.assert(
      fc.property(units, (some) => {
        const read = title.safeParse(some.join(''))
        if (!read.success) return
        expect(read.data.isWellFormed() && !read.data.includes('\u0000')).toBe(true)
        expect([...read.data].length).toBeLessThanOrEqual(5)
        expect(title.parse(read.data)).toBe(read.data)
      }),
    )
  })
})

it('a time is ISO 8601 in UTC', () => {
  expect(time.safeParse(new Date().toISOString()).success).toBe(true)
  for (const other of ['2026-11-21', '2026-11-21T10:00:00+01:00', '2026-11-21 10:00:00', 'now'])
    expect(time.safeParse(other).success).toBe(false)
})

it('money is a whole number of hundredths', () => {
  expect(hundredths.safeParse(-3).success).toBe(true)
  expect(hundredths.safeParse(0.5).success).toBe(false)
})
