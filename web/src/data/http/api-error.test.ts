import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf, isFinal } from './api-error.ts'

const refusal = (data: unknown) => new ORPCError('invalid', { status: 400, data })

describe('the field errors of a refused call', () => {
  it('are the first message of each field', () =>
    expect(
      fieldErrorsOf(
        refusal({
          issues: [
            { path: ['email'], message: 'one' },
            { path: ['email', 0], message: 'two' },
            { path: ['password'], message: 'three' },
          ],
        }),
      ),
    ).toEqual({ email: 'one', password: 'three' }))

  it.each([[new Error('no connection')], [refusal(undefined)], [refusal({ missing: 3 })], [null]])(
    'are empty without issues',
    (error) => expect(fieldErrorsOf(error)).toEqual({}),
  )
})

describe('isFinal', () => {
  it.each([
    ['not-found', 404, true],
    ['conflict', 409, true],
    ['other-account', 409, false],
    ['unauthenticated', 401, false],
    ['unavailable', 503, false],
  ])('%s: %s %s', (code, status, is) => expect(isFinal(new ORPCError(code, { status }))).toBe(is))
})
