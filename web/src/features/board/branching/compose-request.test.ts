import { describe, expect, it } from 'vitest'
import { modelWith } from '#web/data/testing/builders.ts'
import { freshDraft } from './compose-drafts.ts'
import { composeRequest, whyNotGo } from './compose-request.ts'
import type { Composing } from './composing.ts'

const place = { x: 900, y: -450 }
const branch: Composing = { kind: 'remix', place, source: { parentId: 'g', imageId: 'i' } }

describe('what Go asks for', () => {
  it('is a branch of the image, at the place of the panel', () =>
    expect(
      composeRequest(
        branch,
        { ...freshDraft('remix'), prompt: '  as a woodcut ', attachments: [{ kind: 'style', imageId: 's' }] },
        { model: modelWith(), projectId: 'p' },
      ),
    ).toEqual({
      projectId: 'p',
      prompt: 'as a woodcut',
      model: 'Sketch',
      aspectRatio: '2:3',
      resolution: '1K',
      rawMode: false,
      imagePrompts: ['s'],
      parentGenerationId: 'g',
      parentImageId: 'i',
      branchKind: 'remix',
      canvasX: 900,
      canvasY: -450,
    }))

  it('has no parent for a new generation, and what the model can do', () =>
    expect(
      composeRequest(
        { kind: 'new', place },
        { ...freshDraft('new'), prompt: 'a pear', rawMode: true },
        {
          model: modelWith({
            aspectRatios: ['1:1'],
            capabilities: { ...modelWith().capabilities, supportsRaw: false },
          }),
          projectId: 'p',
        },
      ),
    ).toEqual({
      projectId: 'p',
      prompt: 'a pear',
      model: 'Sketch',
      aspectRatio: '1:1',
      resolution: '1K',
      rawMode: false,
      canvasX: 900,
      canvasY: -450,
    }))
})

describe('Go', () => {
  const draft = freshDraft('enhance')

  it('can be pressed when there is a prompt and a model', () =>
    expect(whyNotGo(draft, modelWith(), 'loaded')).toBeNull())

  it('says why it can not', () => {
    expect(whyNotGo({ ...draft, prompt: '  \n' }, modelWith(), 'loaded')).toBe('Please enter a prompt')
    expect(whyNotGo(draft, null, 'loading')).toBe('The models are still loading.')
    expect(whyNotGo(draft, null, 'loaded')).toBe('No model is available. See the model picker.')
    expect(
      whyNotGo(
        {
          ...draft,
          attachments: [
            { kind: 'prompt', imageId: 'a' },
            { kind: 'style', imageId: 'b' },
          ],
        },
        modelWith({ mostImagePrompts: 1 }),
        'loaded',
      ),
    ).toBe('Sketch takes one reference picture.')
  })
})
