import { describe, expect, it } from 'vitest'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { emptyDraft, parseDraft } from './parse-draft.ts'

const pear: Attachment = { kind: 'prompt', id: 'u', name: 'pear.png', thumbnailUrl: '/api/uploads/u/file?size=256' }

describe('a stored draft', () => {
  it('is parsed as it was', () => {
    const written = {
      prompt: 'A pear',
      aspectRatio: '16:9',
      resolution: '4K',
      rawMode: true,
      attachments: [pear],
      spread: { models: ['Sketch', 'Krea 2'], styles: [], aspectRatios: ['1:1'], hidesNames: true },
    } as const
    expect(parseDraft(JSON.parse(JSON.stringify(written)))).toEqual(written)
  })

  it('starts empty at 2:3 and 1K', () => {
    const empty = {
      prompt: '',
      aspectRatio: '2:3',
      resolution: '1K',
      rawMode: false,
      attachments: [],
      spread: { models: [], styles: [], aspectRatios: [], hidesNames: false },
    }
    expect(parseDraft(null)).toEqual(empty)
    expect(parseDraft('not json')).toEqual(emptyDraft)
  })

  it('keeps the valid parts', () =>
    expect(parseDraft({ prompt: 'A pear', aspectRatio: '7:1', resolution: 5, attachments: {} })).toEqual({
      ...emptyDraft,
      prompt: 'A pear',
    }))

  it('accepts no invalid attachment, and no picture of another site', () => {
    const stored = [pear, null, { ...pear, kind: 'video' }, { ...pear, id: 7 }]
    const foreign = ['https://example.com/x', '//example.com/x', '/\\example.com/x'].map((thumbnailUrl) => ({
      ...pear,
      thumbnailUrl,
    }))
    expect(parseDraft({ attachments: [...stored, ...foreign] }).attachments).toEqual([pear])
  })
})
