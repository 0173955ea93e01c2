import { describe, expect, it } from 'vitest'
import { noSpread } from '#domain/series/spread.ts'
import { memoryStorage } from '#web/data/testing/memory-storage.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { createComposeDrafts, freshDraft } from './compose-drafts.ts'

const branch = (kind: 'enhance' | 'remix', parentId: string): Composing => ({
  kind,
  place: { x: 0, y: 0 },
  source: { parentId, imageId: 'i' },
})

const newCard: Composing = { kind: 'new', place: { x: 0, y: 0 } }
const drafts = () => createComposeDrafts(memoryStorage(), 'drafts')
const written = (prompt: string) => ({ ...freshDraft('new'), prompt })

describe('the prompt panel', () => {
  it('starts with the prompt of its kind, at 2:3 and 1K', () => {
    expect(freshDraft('enhance')).toEqual({
      prompt: 'Improve quality and add more details',
      improvedFrom: null,
      aspectRatio: '2:3',
      resolution: '1K',
      rawMode: false,
      attachments: [],
      spread: noSpread,
      modelName: null,
      target: null,
    })
    expect(freshDraft('remix').prompt).toBe('Create a variation with a different artistic style')
    expect(freshDraft('new').prompt).toBe('')
  })

  it('restores its draft, for each parent and kind', () => {
    const { keep, read } = drafts()
    const typed = { ...freshDraft('remix'), prompt: 'as a woodcut' }
    keep(branch('remix', 'a'), typed)
    expect(read(branch('remix', 'a'))).toEqual(typed)
    expect(read(branch('remix', 'b'))).toEqual(freshDraft('remix'))
    expect(read(branch('enhance', 'a'))).toEqual(freshDraft('enhance'))
  })

  it('is empty again as soon as its images are requested', () => {
    const { keep, read, send } = drafts()
    keep(newCard, written('a heron'))
    const sent = send(newCard, written('a heron'))
    expect(read(newCard)).toEqual(freshDraft('new'))
    sent.accept()
    expect(read(newCard)).toEqual(freshDraft('new'))
  })

  it('keeps the next draft when the reply to the previous one arrives', () => {
    const { keep, read, send } = drafts()
    const sent = send(newCard, written('a heron'))
    keep(newCard, written('a crane'))
    sent.accept()
    expect(read(newCard)).toEqual(written('a crane'))
  })

  it('has the drafts of an earlier page below its own when the storage opens late', () => {
    const [earlier, late] = [memoryStorage(), memoryStorage()]
    const before = createComposeDrafts(earlier, 'drafts')
    before.keep('bar', written('a heron'))
    before.keep(branch('remix', 'a'), written('as a woodcut'))
    const now = createComposeDrafts(late, 'drafts')
    now.keep('bar', written('a'))
    now.takeIn(earlier)
    expect([now.read('bar').prompt, now.read(branch('remix', 'a')).prompt]).toEqual(['a', 'as a woodcut'])
    now.send('bar', written('a'))
    expect(now.read('bar').prompt).toBe('a heron')
    expect(createComposeDrafts(late, 'drafts').read(branch('remix', 'a')).prompt).toBe('as a woodcut')
  })

  it('shows the draft of an earlier page where its own has no words', () => {
    const earlier = memoryStorage()
    createComposeDrafts(earlier, 'drafts').keep('bar', written('a heron'))
    const now = drafts()
    now.keep('bar', written(''))
    now.takeIn(earlier)
    expect(now.read('bar').prompt).toBe('a heron')
  })

  it('restores a refused draft, but never replaces a newer one', () => {
    const { keep, read, send } = drafts()
    send(newCard, written('a heron')).giveBack()
    expect(read(newCard)).toEqual(written('a heron'))

    const first = send(newCard, written('a heron'))
    keep(newCard, written('a crane'))
    first.giveBack()
    expect(read(newCard)).toEqual(written('a crane'))
    send(newCard, written('a crane')).accept()
    expect(read(newCard)).toEqual(written('a heron'))
  })

  it('keeps its own draft when a change is applied to the card from elsewhere, whatever the outcome', () => {
    const { keep, read, sendBeside, send } = drafts()
    const own = { ...freshDraft('remix'), prompt: 'as a woodcut' }
    const applied = { ...freshDraft('remix'), prompt: 'at night' }
    keep(branch('remix', 'a'), own)
    sendBeside(branch('remix', 'a'), applied).accept()
    expect(read(branch('remix', 'a'))).toEqual(own)
    sendBeside(branch('remix', 'a'), applied).giveBack()
    expect(read(branch('remix', 'a'))).toEqual(own)
    send(branch('remix', 'a'), own).accept()
    expect(read(branch('remix', 'a'))).toEqual(applied)
  })

  it('shows what is inserted while it is open, and keeps the earlier draft', () => {
    const { keep, put, read, send, subscribe } = drafts()
    let changes = 0
    subscribe(() => {
      changes += 1
    })
    keep(newCard, written('half a'))
    put(newCard, written('a prompt of a picture'))
    expect([read(newCard).prompt, changes]).toEqual(['a prompt of a picture', 2])
    send(newCard, read(newCard)).accept()
    expect(read(newCard)).toEqual(written('half a'))
  })

  it('restores its drafts after a reload, also those whose reply was lost with the page', () => {
    const storage = memoryStorage()
    const before = createComposeDrafts(storage, 'drafts')
    const typed = { ...freshDraft('remix'), prompt: 'as a woodcut', modelName: 'Sketch' }
    before.keep(branch('remix', 'a'), typed)
    before.send(newCard, written('a heron'))
    const after = createComposeDrafts(storage, 'drafts')
    expect(after.read(branch('remix', 'a'))).toEqual(typed)
    expect(after.read(newCard)).toEqual(written('a heron'))
  })

  it('is empty where the storage contains something else', () => {
    const storage = memoryStorage()
    storage.write('drafts', { panels: [['new', 7], 'x', ['new', [{ prompt: 5 }]]], sent: [null] })
    expect(createComposeDrafts(storage, 'drafts').read(newCard)).toEqual(freshDraft('new'))
  })
})

describe('the prompt bar', () => {
  it('sets written words aside for those of a failed card, and shows them again once these are sent', () => {
    const { keep, put, send, read } = drafts()
    keep('bar', written('a long prompt'))
    const failed = written('refused words')
    put('bar', failed)
    expect(read('bar').prompt).toBe('refused words')
    send('bar', failed).accept()
    expect(read('bar').prompt).toBe('a long prompt')
  })

  it('has one draft for the whole canvas', () => {
    const { keep, read } = drafts()
    keep('bar', written('a heron'))
    expect(read('bar')).toEqual(written('a heron'))
    expect(read(newCard)).toEqual(freshDraft('new'))
  })

  it('keeps its model and settings when its words are sent', () => {
    const { keep, read, send } = drafts()
    const set = { ...written('a heron'), modelName: 'Krea 2', aspectRatio: '4:5' } as const
    keep('bar', set)
    send('bar', set).accept()
    expect(read('bar')).toEqual({ ...set, prompt: '' })
  })

  it('shows refused words again, unless others were written meanwhile', () => {
    const { keep, read, send } = drafts()
    keep('bar', written('a heron'))
    const refused = send('bar', written('a heron'))
    refused.giveBack()
    expect(read('bar')).toEqual(written('a heron'))

    const late = send('bar', written('a heron'))
    keep('bar', written('a crane'))
    late.giveBack()
    expect(read('bar')).toEqual(written('a crane'))
    send('bar', written('a crane')).accept()
    expect(read('bar')).toEqual(written('a heron'))
  })

  it('shows refused words again where only a setting of the empty bar was changed meanwhile', () => {
    const { keep, read, send } = drafts()
    keep('bar', written('a heron'))
    const refused = send('bar', written('a heron'))
    keep('bar', { ...read('bar'), aspectRatio: '1:1' })
    refused.giveBack()
    expect(read('bar')).toEqual(written('a heron'))
  })
})
