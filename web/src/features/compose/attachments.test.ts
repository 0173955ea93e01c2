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

describe('the labels of what is attached', () => {
  it('count within their type', () =>
    expect(attachmentLabels(all)).toEqual(['Style 1', 'Prompt 1', 'Style 2', 'Prompt 2']))
})

describe('what is attached and not sent', () => {
  it('is nothing while the model takes it all, or is not known', () => {
    expect(unsentSentences(all, modelWith())).toEqual([])
    expect(unsentSentences(all, null)).toEqual([])
  })

  it('is named with its reason', () => {
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

  it('goes without those that the model has no room for, and says so', () => {
    expect(sentencesFor(4)).toEqual([])
    expect(sentencesFor(3)).toEqual([
      'Krea takes at most 3 reference pictures. Style 1 goes without 1 of its own 3 pictures.',
    ])
    expect(sentencesFor(1)).toEqual(['Krea takes one reference picture. Style 1 goes without its own pictures.'])
  })

  it('goes with its words alone to a model that takes no pictures', () =>
    expect(unsentSentences([styled], modelWith({ name: 'Krea', mostImagePrompts: 0 }))).toEqual([
      'Krea takes no reference pictures. Style 1 goes without its own pictures.',
    ]))
})

describe('one more', () => {
  it('can be attached while it would be sent', () => {
    expect(whyNotAttach(all, 'prompt', modelWith())).toBeNull()
    expect(whyNotAttach(all, 'style', modelWith())).toBeNull()
    expect(whyNotAttach(all, 'look', null)).toBeNull()
  })

  it('can not, for the reason that it would be marked with', () => {
    expect(whyNotAttach([], 'style', plain)).toBe('Flux Schnell takes no styles.')
    expect(whyNotAttach([], 'look', plain)).toBe('Flux Schnell takes no reference pictures.')
    expect(whyNotAttach(all, 'prompt', modelWith({ name: 'Flux', mostImagePrompts: 1 }))).toBe(
      'Flux takes one reference picture.',
    )
  })
})
