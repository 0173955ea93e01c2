import { describe, expect, it } from 'vitest'
import { decideSignUp, invitationEnd, signUpPolicies } from './sign-up-policy.ts'

describe('a sign-up', () => {
  it('is allowed, needs an invitation, or is refused, depending on the setting', () => {
    expect(
      signUpPolicies.map((policy) => [policy, decideSignUp(policy, 'none'), decideSignUp(policy, 'given')]),
    ).toEqual([
      ['open', 'allowed', 'invitation'],
      ['invite', 'not-invited', 'invitation'],
      ['closed', 'closed', 'closed'],
    ])
  })
})

describe('an invitation', () => {
  it('can be accepted for seven days', () => {
    const madeAt = Date.parse('2026-11-23T10:00:00Z')
    expect(new Date(invitationEnd(madeAt)).toISOString()).toBe('2026-11-30T10:00:00.000Z')
  })
})
