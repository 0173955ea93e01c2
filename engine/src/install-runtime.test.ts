import { describe, expect, it } from 'vitest'
import { unsupportedMachine } from './install-runtime.ts'

describe('a machine', () => {
  it.each([
    ['linux', 'x64', '2.36'],
    ['linux', 'arm64', '2.28'],
    ['linux', 'x64', '3.0'],
    ['darwin', 'arm64', undefined],
    ['win32', 'x64', undefined],
  ] as const)('with %s on %s and glibc %s has an engine', (platform, arch, glibc) => {
    expect(unsupportedMachine({ platform, arch, glibc })).toBeNull()
  })

  it.each([
    ['linux', 'x64', '2.27', 'The engine needs glibc 2.28 or newer; this system has 2.27.'],
    ['linux', 'x64', undefined, 'The engine needs glibc 2.28 or newer; this system has another C library.'],
    ['darwin', 'x64', undefined, 'The engine has no program for darwin on x64.'],
  ] as const)('with %s on %s and glibc %s is refused', (platform, arch, glibc, sentence) => {
    expect(unsupportedMachine({ platform, arch, glibc })).toBe(sentence)
  })
})
