import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isUuid } from './is-uuid.ts'

it('accepts every UUID, also in capital letters', () => {
  fc.assert(fc.property(fc.uuid(), (id) => isUuid(id) && isUuid(id.toUpperCase())))
})

it.each([
  '',
  'board',
  '0190f5a2-6c1e-7c3a-9b1e-2f6d8a4c5b7',
  '{0190f5a2-6c1e-7c3a-9b1e-2f6d8a4c5b70}',
  `${crypto.randomUUID()}\n`,
])('refuses %j', (text) => expect(isUuid(text)).toBe(false))
