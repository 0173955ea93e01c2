import { expect, it } from 'vitest'
import { errorCodes, imageFailures } from './errors.ts'

it('every reason is named once, in kebab-case', () => {
  for (const names of [errorCodes, imageFailures]) {
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
  }
})
