import { describe, expect, it } from 'vitest'
import { errorCodes } from '#domain/errors.ts'
import { errorBody, errorTable } from './errors.ts'

describe('the table of errors', () => {
  it('has one status for every error code of the domain', () => {
    expect(Object.fromEntries(errorCodes.map((code) => [code, errorTable[code].status]))).toEqual({
      invalid: 400,
      unauthenticated: 401,
      'out-of-credits': 402,
      'plan-limit': 402,
      'branch-cap': 402,
      'token-budget': 402,
      'purse-empty': 402,
      'bad-origin': 403,
      forbidden: 403,
      'not-found': 404,
      conflict: 409,
      'too-large': 413,
      'unsupported-media': 415,
      impossible: 422,
      'rate-limited': 429,
      unavailable: 503,
      late: 504,
      'half-sent': 408,
      'other-account': 409,
    })
  })

  it('has a sentence for each code', () => {
    for (const { message } of Object.values(errorTable)) expect(message).toMatch(/^[A-Z].*\.$/)
  })

  it('contains no other code', () => {
    expect(errorBody.safeParse({ code: 'not-found', message: 'Gone.' }).success).toBe(true)
    expect(errorBody.safeParse({ code: 'NOT_FOUND', message: 'Gone.' }).success).toBe(false)
  })
})
