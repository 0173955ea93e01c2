import { expect, it } from 'vitest'
import { failure, type Result, success } from './result.ts'

it('a result is either a value or a failure, distinguished by `ok`', () => {
  const half = (number: number): Result<number, string> => (number % 2 ? failure('odd') : success(number / 2))
  expect(half(4)).toEqual({ ok: true, value: 2 })
  expect(half(3)).toEqual({ ok: false, error: 'odd' })
})
