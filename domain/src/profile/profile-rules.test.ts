import { describe, expect, it } from 'vitest'
import { type ProfileField, profileRules } from './profile-rules.ts'

/** A field after its rule was applied. */
const kept = (field: ProfileField, typed: string) => {
  const value = profileRules[field].clean(typed)
  return profileRules[field].problem(value) ?? { value }
}

describe('the rules of a profile', () => {
  it('remove blanks and @, and complete addresses', () => {
    expect(kept('firstName', '  Mara ')).toEqual({ value: 'Mara' })
    expect(kept('username', ' @Mara.L ')).toEqual({ value: 'mara.l' })
    expect(kept('tiktok', '@mara')).toEqual({ value: 'mara' })
    expect(kept('facebook', 'facebook.com/mara')).toEqual({ value: 'https://facebook.com/mara' })
  })

  it('allow everything to be empty but the name and the username', () => {
    for (const field of ['bio', 'instagram', 'threads', 'twitter', 'youtube'] as const)
      expect(kept(field, ' ')).toEqual({ value: '' })
    expect(kept('firstName', ' ')).toBe('Must not be blank.')
    expect(kept('username', '')).toBe('Use 3 to 30 characters: a to z, 0 to 9, “_” and “.”.')
  })

  it('count characters as people do, not halves of them', () => {
    expect(kept('bio', '🍐'.repeat(500))).toEqual({ value: '🍐'.repeat(500) })
    expect(kept('bio', '🍐'.repeat(501))).toBe('At most 500 characters.')
  })

  it.each([['a\u0000b'], ['half \ud83c']])('refuse what no database can store: %j', (typed) =>
    expect(kept('bio', typed)).toBe('Contains characters that are not text.'),
  )
})
