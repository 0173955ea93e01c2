import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeptBytes } from './kept-bytes.ts'

describe('files that are kept in memory', () => {
  it('are those that were asked for last', () => {
    const kept = createKeptBytes(3)
    for (const key of ['a', 'b', 'c']) kept.keep(key, Uint8Array.of(1))
    kept.get('a')
    kept.keep('d', Uint8Array.of(1))
    expect(['a', 'b', 'c', 'd'].filter((key) => kept.get(key))).toEqual(['a', 'c', 'd'])
  })

  it('are never more than there is room for, and are what was kept last under their name', () => {
    const files = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.uint8Array({ maxLength: 12 })))
    fc.assert(
      fc.property(files, (list) => {
        const kept = createKeptBytes(10)
        for (const [key, bytes] of list) kept.keep(key, bytes)
        const left = [...new Map(list)].filter(([key]) => kept.get(key) !== undefined)
        for (const [key, bytes] of left) expect(kept.get(key)).toBe(bytes)
        expect(left.reduce((sum, [, bytes]) => sum + bytes.byteLength, 0)).toBeLessThanOrEqual(10)
      }),
    )
  })
})
