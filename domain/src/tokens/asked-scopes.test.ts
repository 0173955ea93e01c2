import { describe, expect, it } from 'vitest'
import { askedScopes } from './asked-scopes.ts'

describe('the scopes that a program asks for', () => {
  it.each([
    [undefined, ['read', 'edit', 'generate']],
    ['', ['read', 'edit', 'generate']],
    ['read', ['read']],
    ['generate  read', ['read', 'generate']],
    ['read offline_access openid', ['read']],
    ['share', ['share']],
    ['webhooks', null],
    ['offline_access', null],
    ['READ', null],
  ])('of %j are %j', (written, scopes) => expect(askedScopes(written)).toEqual(scopes))
})
