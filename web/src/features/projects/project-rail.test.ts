import { describe, expect, it } from 'vitest'
import { railLabel } from './project-rail.tsx'

const createdAt = '2026-11-20T12:00:00.000Z'

describe('the hover of a thumbnail', () => {
  it('shows a short prompt in full, and the day', () =>
    expect(railLabel({ firstPrompt: 'Three pears', createdAt })).toEqual({
      prompt: 'Three pears',
      date: '20 November 2026',
    }))

  it('cuts a long one after 30 characters', () =>
    expect(railLabel({ firstPrompt: 'Espaliered pear tree against a whitewashed wall', createdAt }).prompt).toBe(
      'Espaliered pear tree against a…',
    ))

  it('counts characters as people do, not halves of them', () =>
    expect(railLabel({ firstPrompt: '🍐'.repeat(30), createdAt }).prompt).toBe('🍐'.repeat(30)))

  it('has a text for an empty project', () =>
    expect(railLabel({ firstPrompt: null, createdAt }).prompt).toBe('Nothing made yet'))
})
