import { describe, expect, it } from 'vitest'
import { bareHandle, completeAddress, isHandle, isPageOf } from './social-links.ts'

describe('a handle', () => {
  it.each([
    ['@mara', 'mara'],
    [' mara.l ', 'mara.l'],
    ['@@mara', 'mara'],
    ['', ''],
  ])('typed as %j is stored as %j', (typed, kept) => expect(bareHandle(typed)).toBe(kept))

  it.each(['mara', 'Mara_L', 'mara.l-2', 'x'.repeat(30)])('may be %s', (handle) => expect(isHandle(handle)).toBe(true))

  it.each(['', 'mara l', 'instagram.com/mara', 'måra', 'x'.repeat(31)])('may not be %j', (handle) =>
    expect(isHandle(handle)).toBe(false),
  )
})

describe('a web address', () => {
  it.each([
    ['youtube', 'https://www.youtube.com/@mara'],
    ['youtube', 'https://youtu.be/abc'],
    ['facebook', 'https://facebook.com/mara?ref=page'],
  ] as const)('of %s may be %s', (network, address) => expect(isPageOf(network, address)).toBe(true))

  it.each([
    ['youtube', 'http://youtube.com/@mara'],
    ['youtube', 'https://youtube.com'],
    ['youtube', 'https://youtube.com.evil.example/@mara'],
    ['youtube', 'https://youtube.com@evil.example/'],
    ['youtube', 'https://youtube.com:8443/@mara'],
    ['youtube', 'https://facebook.com/mara'],
    ['facebook', 'javascript:alert(1)'],
    ['facebook', 'mara'],
  ] as const)('of %s may not be %s', (network, address) => expect(isPageOf(network, address)).toBe(false))

  it('is completed where https:// is missing', () => {
    expect(completeAddress(' youtube.com/@mara ')).toBe('https://youtube.com/@mara')
    expect(completeAddress('http://youtube.com/@mara')).toBe('http://youtube.com/@mara')
    expect(completeAddress(' ')).toBe('')
  })
})
