import { describe, expect, it } from 'vitest'
import { checkFields } from './auth-card.tsx'

describe('the validation of sign-in and sign-up', () => {
  it('accepts complete fields', () =>
    expect(checkFields({ firstName: 'Mara', email: 'mara@orchard.studio', password: 'x' })).toEqual({}))

  it('names every missing field', () =>
    expect(Object.keys(checkFields({ firstName: ' ', email: '', password: '' }))).toEqual([
      'firstName',
      'email',
      'password',
    ]))

  it('requires no first name at sign-in', () =>
    expect(checkFields({ email: 'mara@orchard.studio', password: 'x' })).toEqual({}))

  it('refuses an invalid email address', () =>
    expect(checkFields({ email: 'mara', password: 'x' })).toEqual({ email: 'That is not an email address' }))
})
