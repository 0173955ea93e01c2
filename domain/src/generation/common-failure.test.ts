import { describe, expect, it } from 'vitest'
import { canPass, commonFailure } from './common-failure.ts'

const failed = (code: 'refused' | 'time-out') => ({ status: 'failed', error: { code } }) as const
const completed = { status: 'completed', error: null } as const

describe('commonFailure', () => {
  it('is the code of all images', () => expect(commonFailure([failed('refused'), failed('refused')])).toBe('refused'))

  it('is null where one differs, has not failed, or is alone', () => {
    expect(commonFailure([failed('refused'), failed('time-out')])).toBeNull()
    expect(commonFailure([failed('refused'), completed])).toBeNull()
    expect(commonFailure([failed('refused')])).toBeNull()
    expect(commonFailure([])).toBeNull()
  })
})

describe('canPass', () => {
  it('is false for what the same request meets again', () =>
    expect((['refused', 'key', 'rate-limited', 'time-out'] as const).map(canPass)).toEqual([false, false, true, true]))
})
