import { beforeAll, describe, expect, it, vi } from 'vitest'
import { keysText, matchesKeys } from './keys.ts'

const press = (key: string, over: object = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...over,
})

describe('a key combination', () => {
  beforeAll(() => void vi.stubGlobal('navigator', { platform: 'Linux x86_64' }))

  it('matches with Ctrl and with Cmd alike', () => {
    expect(matchesKeys(press('z', { ctrlKey: true }), 'Mod+Z')).toBe(true)
    expect(matchesKeys(press('z', { metaKey: true }), 'Mod+Z')).toBe(true)
    expect(matchesKeys(press('z'), 'Mod+Z')).toBe(false)
  })

  it('does not match with an additional modifier', () => {
    expect(matchesKeys(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Z')).toBe(false)
    expect(matchesKeys(press('n', { altKey: true }), 'N')).toBe(false)
  })

  it('matches digits by their key, whatever the layout writes with Shift', () =>
    expect(matchesKeys(press('!', { code: 'Digit1', shiftKey: true }), 'Shift+1')).toBe(true))

  it('matches signs as they are written, in any layout', () => {
    expect(matchesKeys(press('?', { shiftKey: true }), '?')).toBe(true)
    expect(matchesKeys(press('+', { shiftKey: true }), '+')).toBe(true)
  })

  it('is formatted for people', () =>
    expect(['Mod+Shift+Z', 'Delete', '?', '+', 'Shift+1'].map(keysText)).toEqual([
      'Ctrl Shift Z',
      'Del',
      '?',
      '+',
      'Shift 1',
    ]))

  it('stays as it is where it is formatted already', () =>
    expect(['Ctrl Shift Z', '←', 'Esc', '+', '/'].map(keysText)).toEqual(['Ctrl Shift Z', '←', 'Esc', '+', '/']))
})
