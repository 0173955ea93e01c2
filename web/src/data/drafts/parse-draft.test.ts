import { describe, expect, it } from 'vitest'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { emptyDraft, joinDrafts, joinPrompts, parseDraft, wordsLeft } from './parse-draft.ts'

const pear: Attachment = { kind: 'prompt', id: 'u', name: 'pear.png', thumbnailUrl: '/api/uploads/u/file?size=256' }

describe('joinDrafts', () => {
  it('keeps the words and attachments of both pages, and the settings of the later one', () => {
    const apple = { ...pear, id: 'v' }
    const earlier = { ...emptyDraft, prompt: 'a heron', aspectRatio: '1:1', attachments: [pear] } as const
    const later = { ...emptyDraft, prompt: 'at dawn', attachments: [pear, apple] }
    expect(joinDrafts(earlier, later)).toEqual({ ...later, prompt: 'a heron\nat dawn' })
  })

  it('leaves the later words alone where they contain the earlier ones', () => {
    const later = { ...emptyDraft, prompt: 'a heron at dawn' }
    expect(joinDrafts({ ...emptyDraft, prompt: 'a heron' }, later)).toEqual(later)
  })
})

describe('joinPrompts', () => {
  const improved = { prompt: 'a grey heron', improvedFrom: 'heron' }

  it('stays improved where one text contains the other, and is a text of the user where they are joined', () => {
    expect(joinPrompts({ prompt: 'grey', improvedFrom: null }, improved)).toEqual(improved)
    expect(joinPrompts({ prompt: 'a fox', improvedFrom: null }, improved)).toEqual({
      prompt: 'a fox\na grey heron',
      improvedFrom: null,
    })
  })
})

describe('the words after Go', () => {
  it.each([
    ['are none where all were sent', 'a fox', 'a fox', ''],
    ['are those of an earlier page, which arrived while they were sent', 'a heron\na fox', 'a fox', 'a heron'],
    ['are all where they were changed meanwhile', 'a fox at dawn', 'a fox', 'a fox at dawn'],
    ['are all where nothing was sent', 'a heron\n', '', 'a heron\n'],
  ])('%s', (_case, now, sent, left) => {
    expect(wordsLeft(now, sent)).toBe(left)
  })
})

describe('a stored draft', () => {
  it('is parsed as it was', () => {
    const written = {
      prompt: 'A pear in a bowl',
      improvedFrom: 'A pear',
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
      improvedFrom: null,
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
