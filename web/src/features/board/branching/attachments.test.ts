import { describe, expect, it } from 'vitest'
import { type Attachment, attachmentLabels, type ReferenceLimits, whyNotAttach } from './attachments.ts'

const limits = (over: Partial<ReferenceLimits> = {}): ReferenceLimits => ({
  name: 'Krea 2',
  mostImagePrompts: 2,
  capabilities: { supportsImagePrompts: true },
  ...over,
})

describe('the labels of attached images', () => {
  it('count within their kind', () => {
    const attachments: Attachment[] = [
      { kind: 'style', imageId: 'a' },
      { kind: 'prompt', imageId: 'b' },
      { kind: 'style', imageId: 'c' },
    ]
    expect(attachmentLabels(attachments)).toEqual(['Style 1', 'Prompt 1', 'Style 2'])
    expect(attachmentLabels(attachments.slice(1))).toEqual(['Prompt 1', 'Style 1'])
  })
})

describe('attaching an image', () => {
  it('is possible up to what the model takes', () => {
    expect(whyNotAttach(limits(), 2)).toBeNull()
    expect(whyNotAttach(limits(), 3)).toBe('Krea 2 takes at most 2 reference pictures.')
    expect(whyNotAttach(limits({ mostImagePrompts: 1 }), 2)).toBe('Krea 2 takes one reference picture.')
  })

  it('is impossible where the model takes none', () =>
    expect(whyNotAttach(limits({ capabilities: { supportsImagePrompts: false } }), 1)).toBe(
      'Krea 2 takes no image prompts.',
    ))

  it('waits for nothing while the models are loading', () => expect(whyNotAttach(null, 9)).toBeNull())
})
