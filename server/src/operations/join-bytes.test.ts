import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinBytes } from './join-bytes.ts'

describe('joining bytes', () => {
  it('gives what concatenating gives', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array()), async (parts) => {
        expect(Buffer.from(await joinBytes(parts)).equals(Buffer.concat(parts))).toBe(true)
      }),
    ))

  it('lets other work go on between slices of a large part', async () => {
    const parts = [randomBytes(10), randomBytes(20_000_000), randomBytes(10)]
    let turns = 0
    const count = () => {
      turns += 1
      if (turns < 100) setImmediate(count)
    }
    setImmediate(count)
    const joined = await joinBytes(parts)
    const seen = turns
    expect(Buffer.from(joined).equals(Buffer.concat(parts))).toBe(true)
    expect(seen).toBeGreaterThanOrEqual(3)
  })
})
