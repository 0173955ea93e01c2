import { describe, expect, it } from 'vitest'
import { usernameCandidates } from '../profile/username.ts'
import { guestEmail, isGuestEmail, isGuestUsername } from './guest.ts'

const email = guestEmail('0123456789ab')
const userId = '6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b'

describe('guestEmail', () => {
  it('is recognized, in any case', () => {
    expect([email, email.toUpperCase()].map(isGuestEmail)).toEqual([true, true])
  })

  it.each([
    'ada@example.com',
    'guest.0123456789ab@example.com',
    'ada@notguests.invalid',
    '@guests.invalid.example.com',
  ])('is not confused with %s', (other) => {
    expect(isGuestEmail(other)).toBe(false)
  })
})

describe('isGuestUsername', () => {
  it('recognizes every username that a placeholder leads to', () => {
    expect(usernameCandidates(email, userId).map(isGuestUsername)).toEqual([true, true, true, true])
  })

  it.each(['guest', 'guest.ada', 'ada', 'guest.0123456789abc', 'my.guest.0123456789ab'])(
    'leaves the chosen name %s alone',
    (chosen) => {
      expect(isGuestUsername(chosen)).toBe(false)
    },
  )
})
