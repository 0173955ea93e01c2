import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

describe('an error in the log', () => {
  it('includes kind, message, place and causes', () => {
    const error = new TypeError('no such thing', { cause: Object.assign(new Error('gone'), { code: 'ENOENT' }) })
    expect(describeError(error)).toEqual({
      type: 'TypeError',
      message: 'no such thing',
      stack: expect.stringMatching(/^at .*describe-error\.test\.ts/),
      cause: { type: 'Error', message: 'gone', code: 'ENOENT', stack: expect.stringMatching(/^at /) },
    })
  })

  it('includes the statement and the code of a failed query, but no values and no row', () => {
    const prompt = 'a private fox\n    at home'
    const refused = Object.assign(new Error('violates check constraint'), { code: '23514', detail: `(${prompt})` })
    const described = describeError(new DrizzleQueryError('insert into generations values ($1)', [prompt], refused))
    expect(described).toMatchObject({ type: 'DrizzleQueryError', cause: { code: '23514' } })
    expect(described.message).toContain('insert into generations')
    expect(JSON.stringify(described)).not.toMatch(/private|home/)
  })

  it('describes a thrown value that is no error, and cyclic causes', () => {
    const circle = new Error('round')
    circle.cause = circle
    expect(JSON.stringify(describeError(circle)).length).toBeLessThan(20_000)
    expect(JSON.stringify(describeError('a private fox'))).not.toContain('private')
    expect(describeError(undefined).type).toBe('undefined')
  })
})
