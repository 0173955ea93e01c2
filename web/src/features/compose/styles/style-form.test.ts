import { describe, expect, it } from 'vitest'
import { fieldErrors, type StyleFields, styleInput } from './style-form.tsx'

const fields = (over: Partial<StyleFields> = {}): StyleFields => ({
  title: ' Red brick ',
  promptFragment: 'warm brick\n',
  family: 'flux',
  pictures: [{ id: 'a', thumbnailUrl: '/a' }],
  ...over,
})

describe('the form of a style', () => {
  it('sends its trimmed texts, and the ids of its pictures', () =>
    expect(styleInput(fields())).toEqual({
      title: 'Red brick',
      promptFragment: 'warm brick',
      family: 'flux',
      referenceIds: ['a'],
    }))

  it('is valid with both texts', () => expect(fieldErrors(fields())).toEqual({ title: null, promptFragment: null }))

  it('shows what is missing', () =>
    expect(fieldErrors(fields({ title: ' ', promptFragment: '' }))).toEqual({
      title: 'Give the style a name.',
      promptFragment: 'Write what the style adds to a prompt.',
    }))

  it('shows what is too long, counting characters as people do', () => {
    expect(fieldErrors(fields({ title: '🍐'.repeat(60) })).title).toBeNull()
    expect(fieldErrors(fields({ title: 'x'.repeat(61) })).title).toBe('At most 60 characters.')
    expect(fieldErrors(fields({ promptFragment: 'x'.repeat(501) })).promptFragment).toBe('At most 500 characters.')
  })
})
