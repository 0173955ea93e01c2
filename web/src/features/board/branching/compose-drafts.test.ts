import { describe, expect, it } from 'vitest'
import { noSpread } from '#domain/series/spread.ts'
import { createComposeDrafts, freshDraft } from './compose-drafts.ts'
import type { Composing } from './composing.ts'

const branch = (kind: 'enhance' | 'remix', parentId: string): Composing => ({
  kind,
  place: { x: 0, y: 0 },
  source: { parentId, imageId: 'i' },
})

describe('the prompt panel', () => {
  it('starts with the words of its kind, at 2:3 and 1K', () => {
    expect(freshDraft('enhance')).toEqual({
      prompt: 'Improve quality and add more details',
      aspectRatio: '2:3',
      resolution: '1K',
      rawMode: false,
      attachments: [],
      spread: noSpread,
      modelName: null,
    })
    expect(freshDraft('remix').prompt).toBe('Create a variation with a different artistic style')
    expect(freshDraft('new').prompt).toBe('')
  })

  it('opens as it was closed, for each parent and kind of its own', () => {
    const drafts = createComposeDrafts()
    const typed = { ...freshDraft('remix'), prompt: 'as a woodcut' }
    drafts.keep(branch('remix', 'a'), typed)
    expect(drafts.read(branch('remix', 'a'))).toEqual(typed)
    expect(drafts.read(branch('remix', 'b'))).toEqual(freshDraft('remix'))
    expect(drafts.read(branch('enhance', 'a'))).toEqual(freshDraft('enhance'))
  })

  it('starts anew once its images were asked for', () => {
    const drafts = createComposeDrafts()
    drafts.keep(branch('remix', 'a'), { ...freshDraft('remix'), prompt: 'as a woodcut' })
    drafts.forget(branch('remix', 'a'))
    expect(drafts.read(branch('remix', 'a'))).toEqual(freshDraft('remix'))
  })

  it('keeps its key while the same is asked for again, and takes a new one for anything else', () => {
    const drafts = createComposeDrafts()
    const first = drafts.requestKey(branch('remix', 'a'), 'one')
    expect(drafts.requestKey(branch('remix', 'a'), 'one')).toBe(first)
    expect(drafts.requestKey(branch('remix', 'a'), 'two')).not.toBe(first)
    expect(drafts.requestKey(branch('remix', 'b'), 'two')).not.toBe(drafts.requestKey(branch('remix', 'a'), 'two'))
    drafts.forget(branch('remix', 'b'))
    expect(drafts.requestKey(branch('remix', 'a'), 'one')).not.toBe(first)
  })
})
