import { describe, expect, it } from 'vitest'
import { withoutVersion } from './base-address.ts'

describe('a base address', () => {
  it.each(['https://proxy.example/openai', 'https://proxy.example/openai/', 'https://proxy.example/openai/v1/'])(
    'is the same with and without the version: %s',
    (address) => expect(withoutVersion(address, '/v1')).toBe('https://proxy.example/openai'),
  )

  it('keeps a path that only looks like it', () => {
    expect(withoutVersion('https://proxy.example/v1/openai', '/v1')).toBe('https://proxy.example/v1/openai')
  })
})
