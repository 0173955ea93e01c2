import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asUserId } from '#domain/account/user-id.ts'
import { createKeySeal } from './seal-key.ts'

const place = { userId: asUserId('ada'), provider: 'openai' }
const seal = createKeySeal('the secret of this server, long enough')

describe('a sealed key', () => {
  it('opens in its place, whatever the key is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (key) => {
        expect(seal.open(seal.seal(key, place), place)).toBe(Buffer.from(key).toString())
      }),
    )
  })

  it('looks different each time, and never like the key', () => {
    const sealed = [seal.seal('sk-live-123', place), seal.seal('sk-live-123', place)]
    expect(sealed[0]).not.toEqual(sealed[1])
    for (const bytes of sealed) expect(bytes.includes('sk-live')).toBe(false)
  })

  it('does not open in another place, or under another secret', () => {
    const sealed = seal.seal('sk-live-123', place)
    expect(seal.open(sealed, { ...place, userId: asUserId('bob') })).toBeNull()
    expect(seal.open(sealed, { ...place, provider: 'krea' })).toBeNull()
    expect(createKeySeal('another secret, just as long as that').open(sealed, place)).toBeNull()
  })

  it('does not open after a bit was changed, or without its end', () => {
    const sealed = seal.seal('sk-live-123', place)
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(seal.open(changed, place)).toBeNull()
      }),
    )
    for (const length of [0, 5, 20, sealed.length - 1]) expect(seal.open(sealed.subarray(0, length), place)).toBeNull()
  })
})
