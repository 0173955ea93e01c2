import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { errorTable } from '#contract/errors.ts'
import { errorCodes } from '#domain/errors.ts'
import { failureOf } from './client.ts'

const exitOf = (code: string) => failureOf(new ORPCError(code, { message: 'No.' }), 'https://example.com')

describe('failureOf', () => {
  it.each(errorCodes.filter((code) => errorTable[code].status === 402))('exits with a lack of credits at %s', (code) =>
    expect(exitOf(code)).toMatchObject({ exit: 'credits' }),
  )

  it('fails at a code of a later release', () => expect(exitOf('of-tomorrow')).toMatchObject({ exit: 'failed' }))
})
