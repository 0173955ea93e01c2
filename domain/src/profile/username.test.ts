import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usernameCandidates, usernamePattern } from './username.ts'

const id = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9'
const first = (email: string) => usernameCandidates(email, id)[0]

describe('the username of a new account', () => {
  it.each([
    ['mara@orchard.studio', 'mara'],
    ['Mara.Lindqvist@orchard.studio', 'mara.lindqvist'],
    ['zoë_ångström@example.com', 'zoe_angstrom'],
    ['mara+pictures@example.com', 'mara.pictures'],
    ['.mara.@example.com', 'mara'],
    ['"odd@one"@example.com', 'odd.one'],
    ['x@example.com', 'user.x.0f1e'],
    ['花@example.com', 'user.0f1e'],
  ])('from %s is %s', (email, username) => expect(first(email)).toBe(username))

  it('includes more and more of the account’s id where the shorter ones are taken', () =>
    expect(usernameCandidates('mara@example.com', id)).toEqual([
      'mara',
      'mara.0f1e',
      'mara.0f1e2d3c',
      'mara.0f1e2d3c4b5a49788695a4b3',
    ]))

  it('is always a valid username, for any email', () =>
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), fc.uuid(), (email, userId) => {
        for (const candidate of usernameCandidates(email, userId)) expect(candidate).toMatch(usernamePattern)
      }),
    ))

  it('finally differs between accounts', () =>
    fc.assert(
      fc.property(fc.emailAddress(), fc.uuid(), fc.uuid(), (email, one, other) => {
        fc.pre(one.slice(0, 28) !== other.slice(0, 28))
        expect(usernameCandidates(email, one).at(-1)).not.toBe(usernameCandidates(email, other).at(-1))
      }),
    ))
})
