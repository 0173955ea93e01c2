import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { firstIssue, listUpTo, recordUpTo } from './outside-list.ts'

/** An item that counts how often it is looked at. */
function counted() {
  const seen = { items: 0 }
  const item = z.custom<string>((value) => {
    seen.items += 1
    return typeof value === 'string'
  }, 'Not a text.')
  return { seen, item }
}

describe('listUpTo', () => {
  it('reads the first items alone, and checks no other', () => {
    const { seen, item } = counted()
    expect(listUpTo(2, item).parse(['a', 'b', 3, 4])).toEqual(['a', 'b'])
    expect(seen.items).toBe(2)
  })

  it('refuses what is no list, and an item that does not fit', () => {
    expect(listUpTo(2, z.string()).safeParse({ length: 1 }).success).toBe(false)
    expect(listUpTo(2, z.string()).safeParse([1]).success).toBe(false)
  })
})

describe('recordUpTo', () => {
  it('reads the first entries alone, and checks no other', () => {
    const { seen, item } = counted()
    expect(recordUpTo(1, item).parse({ a: 'x', b: 2 })).toEqual({ a: 'x' })
    expect(seen.items).toBe(1)
  })

  it('refuses what is no object', () => {
    for (const other of [[], null, 'text']) expect(recordUpTo(1, z.string()).safeParse(other).success).toBe(false)
  })
})

describe('firstIssue', () => {
  it('names one fault of many, shortly', () => {
    const { error } = z.array(z.object({ id: z.string() })).safeParse(Array(1_000).fill({}))
    expect(error && firstIssue(error)).toMatch(/^0\.id: .{1,100}$/)
  })
})
