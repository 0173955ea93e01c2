import { describe, expect, it } from 'vitest'
import { differenceOf } from '#domain/lineage/difference.ts'
import { generationWith } from '#web/data/testing/builders.ts'
import { appliedDraft } from './apply-panel.tsx'

const names = { reference: 'Picture', styleTitle: () => 'Cut paper' }
const parent = generationWith({ prompt: 'A pear in the sun' })
const child = generationWith({
  id: 'g2',
  prompt: 'A pear at night',
  model: 'Nano Banana',
  settings: { ...parent.settings, resolution: '2K', seed: 9, style: 's' },
  imagePrompts: ['p'],
})
const target = generationWith({ id: 'g3', prompt: 'A plum in the sun', styleReferences: ['q'] })

describe('a change that is applied to another card', () => {
  const { draft, effect } = appliedDraft(target, differenceOf(parent, child), names)

  it('becomes a branch with the changed words, the changed settings and the references of both', () => {
    expect(draft).toMatchObject({
      prompt: 'A plum at night',
      modelName: 'Nano Banana',
      aspectRatio: '1:1',
      resolution: '2K',
      rawMode: false,
    })
    expect(draft.attachments.map(({ kind, id }) => [kind, id])).toEqual([
      ['style', 's'],
      ['prompt', 'p'],
      ['look', 'q'],
    ])
  })

  it('shows the result for the card itself, whose seed and parent are not changed', () =>
    expect(effect).toEqual({
      prompt: [
        { kind: 'kept', text: 'A plum ' },
        { kind: 'removed', text: 'in the sun' },
        { kind: 'added', text: 'at night' },
      ],
      model: { before: 'Sketch', after: 'Nano Banana' },
      style: { before: null, after: 's' },
      imagePrompts: { before: [], after: ['p'], removed: [], added: ['p'] },
      resolution: { before: '1K', after: '2K' },
    }))
})
