import { describe, expect, it } from 'vitest'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { modelWith } from '#web/data/testing/builders.ts'
import { attachmentLabels, unsentSentences, whyNotAttach } from './attachments.tsx'

const attached = (kind: Attachment['kind'], id: string): Attachment => ({ kind, id, name: id, thumbnailUrl: `/${id}` })
const all = [attached('style', 's'), attached('prompt', 'p'), attached('look', 'l'), attached('prompt', 'q')]
const plain = modelWith({
  name: 'Flux Schnell',
  mostImagePrompts: 0,
  capabilities: { ...modelWith().capabilities, supportsStyles: false, supportsImagePrompts: false },
})

describe('the labels of attachments', () => {
  it('count within their type', () =>
    expect(attachmentLabels(all)).toEqual(['Style 1', 'Prompt 1', 'Style 2', 'Prompt 2']))
})

describe('attachments that are not sent', () => {
  it('are none while the model supports all, or is not known', () => {
    expect(unsentSentences(all, modelWith())).toEqual([])
    expect(unsentSentences(all, null)).toEqual([])
  })

  it('are named with the reason', () => {
    expect(unsentSentences(all, plain)).toEqual([
      'Flux Schnell takes no styles. Style 1 stays here and is not sent.',
      'Flux Schnell takes no reference pictures. Prompt 1, Style 2 and Prompt 2 stay here and are not sent.',
    ])
    expect(unsentSentences(all, modelWith({ name: 'Flux', mostImagePrompts: 1 }))).toEqual([
      'Flux takes one reference picture. Style 2 and Prompt 2 stay here and are not sent.',
    ])
    expect(unsentSentences(all, modelWith({ name: 'Krea', mostImagePrompts: 2 }))).toEqual([
      'Krea takes at most 2 reference pictures. Prompt 2 stays here and is not sent.',
    ])
  })
})

describe('a style with pictures of its own', () => {
  const styled = { ...attached('style', 's'), pictureCount: 3 }
  const sentencesFor = (mostImagePrompts: number) =>
    unsentSentences([styled, attached('prompt', 'p')], modelWith({ name: 'Krea', mostImagePrompts }))

  it('is sent without those that the model has no room for, with a warning', () => {
    expect(sentencesFor(4)).toEqual([])
    expect(sentencesFor(3)).toEqual([
      'Krea takes at most 3 reference pictures. Style 1 goes without 1 of its own 3 pictures.',
    ])
    expect(sentencesFor(1)).toEqual(['Krea takes one reference picture. Style 1 goes without its own pictures.'])
  })

  it('is sent with its phrase alone to a model without pictures', () =>
    expect(unsentSentences([styled], modelWith({ name: 'Krea', mostImagePrompts: 0 }))).toEqual([
      'Krea takes no reference pictures. Style 1 goes without its own pictures.',
    ]))
})

describe('one more attachment', () => {
  it('can be added while it would be sent', () => {
    expect(whyNotAttach(all, 'prompt', modelWith())).toBeNull()
    expect(whyNotAttach(all, 'style', modelWith())).toBeNull()
    expect(whyNotAttach(all, 'look', null)).toBeNull()
  })

  it('is refused with the reason that it would be marked with', () => {
    expect(whyNotAttach([], 'style', plain)).toBe('Flux Schnell takes no styles.')
    expect(whyNotAttach([], 'look', plain)).toBe('Flux Schnell takes no reference pictures.')
    expect(whyNotAttach(all, 'prompt', modelWith({ name: 'Flux', mostImagePrompts: 1 }))).toBe(
      'Flux takes one reference picture.',
    )
  })
})
