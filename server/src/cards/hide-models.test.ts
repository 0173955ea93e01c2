import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes } from '#domain/errors.ts'
import { failure, success } from '#domain/result.ts'
import { withoutModel } from './hide-models.ts'

/** Refusals that know neither a model nor a price: their sentences are about the request, the sender or the server. */
const aboutOthers: readonly ErrorCode[] = [
  'invalid',
  'unauthenticated',
  'plan-limit',
  'bad-origin',
  'forbidden',
  'not-found',
  'too-large',
  'unsupported-media',
  'rate-limited',
  'late',
  'half-sent',
  'other-account',
]

describe('withoutModel', () => {
  it.each(errorCodes.filter((code) => !aboutOthers.includes(code)))(
    'leaves neither name nor price in the sentence and the details of %s',
    (code) => {
      const message = 'ChatGPT Image of OpenAI costs 5.40, and 2.00 are left.'
      const hidden = withoutModel(failure({ code, message, data: { missing: 340, model: 'ChatGPT Image', left: 200 } }))
      expect(hidden).toEqual(failure({ code, message: expect.any(String) }))
      expect(JSON.stringify(hidden)).not.toMatch(/ChatGPT|OpenAI|\d/)
    },
  )

  it('passes other refusals and successes on', () => {
    for (const code of aboutOthers) {
      const refused = failure({ code, message: 'The mask is empty.', data: { issues: [] } })
      expect(withoutModel(refused)).toBe(refused)
    }
    const made = success('a card')
    expect(withoutModel(made)).toBe(made)
  })
})
