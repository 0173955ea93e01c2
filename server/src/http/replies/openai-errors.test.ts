import { describe, expect, it } from 'vitest'
import { errorTable } from '#contract/errors.ts'
import { type ErrorCode, errorCodes } from '#domain/errors.ts'
import { openAiErrorOf } from './openai-errors.ts'

const codeOf = (code: ErrorCode) =>
  openAiErrorOf({ code, message: errorTable[code].message }, errorTable[code].status).error.code

describe('openAiErrorOf', () => {
  it.each(errorCodes.filter((code) => errorTable[code].status === 402))(
    'calls %s an insufficient quota, as every refusal for a lack of credits',
    (code) => expect(codeOf(code)).toBe('insufficient_quota'),
  )
})
