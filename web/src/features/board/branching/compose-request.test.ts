import { describe, expect, it } from 'vitest'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { modelWith } from '#web/data/testing/builders.ts'
import { freshDraft } from './compose-drafts.ts'
import { composeRequest } from './compose-request.ts'
import type { Composing } from './composing.ts'

const place = { x: 900, y: -450 }
const branch: Composing = { kind: 'remix', place, source: { parentId: 'g', imageId: 'i' } }

const attached = (kind: Attachment['kind'], id: string): Attachment => ({ kind, id, name: id, thumbnailUrl: `/${id}` })
const attachments = [attached('style', 's'), attached('prompt', 'p'), attached('look', 'l')]

describe('what Go asks for', () => {
  it('is a branch of the image, at the place of the panel', () =>
    expect(
      composeRequest(
        branch,
        { ...freshDraft('remix'), prompt: '  as a woodcut ', attachments },
        { model: modelWith(), projectId: 'p' },
      ),
    ).toEqual({
      projectId: 'p',
      prompt: 'as a woodcut',
      model: 'Sketch',
      aspectRatio: '2:3',
      resolution: '1K',
      rawMode: false,
      style: 's',
      imagePrompts: ['p'],
      styleReferences: ['l'],
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
