import { describe, expect, it } from 'vitest'
import { checkFields } from './auth-form.tsx'

describe('checking the fields of sign-in and sign-up', () => {
  it('finds nothing wrong with complete ones', () =>
    expect(checkFields({ firstName: 'Mara', email: 'mara@orchard.studio', password: 'x' })).toEqual({}))

  it('names every field that is missing', () =>
    expect(Object.keys(checkFields({ firstName: ' ', email: '', password: '' }))).toEqual([
      'firstName',
      'email',
      'password',
    ]))

  it('asks for no first name at sign-in', () =>
    expect(checkFields({ email: 'mara@orchard.studio', password: 'x' })).toEqual({}))

  it('refuses what is no email address', () =>
    expect(checkFields({ email: 'mara', password: 'x' })).toEqual({ email: 'That is not an email address' }))
})
