import { describe, expect, it } from 'vitest'
import { emptyDraft, parseDraft } from './draft.ts'

describe('a stored draft', () => {
  it('comes back as it was', () => {
    const written = { prompt: 'A pear', aspectRatio: '16:9', resolution: '4K', rawMode: true } as const
    expect(parseDraft(JSON.stringify(written))).toEqual(written)
  })

  it('starts empty at 2:3 and 1K', () => {
    expect(parseDraft(null)).toEqual({ prompt: '', aspectRatio: '2:3', resolution: '1K', rawMode: false })
    expect(parseDraft('not json')).toEqual(emptyDraft)
  })

  it('keeps what fits when a part does not', () =>
    expect(parseDraft('{"prompt":"A pear","aspectRatio":"7:1","resolution":5}')).toEqual({
      ...emptyDraft,
      prompt: 'A pear',
    }))
})
