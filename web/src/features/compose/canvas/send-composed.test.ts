import { describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/models/model.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { spreadPlan } from '#web/data/drafts/spread-plan.ts'
import { modelWith } from '#web/data/testing/builders.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { type ComposeDraft, freshDraft } from './compose-drafts.ts'
import { composeRequest, composeSeries } from './send-composed.ts'

const place = { x: 900, y: -450 }
const branch: Composing = { kind: 'remix', place, source: { parentId: 'g', imageId: 'i' } }

const attached = (kind: Attachment['kind'], id: string): Attachment => ({ kind, id, name: id, thumbnailUrl: `/${id}` })
const attachments = [attached('style', 's'), attached('prompt', 'p'), attached('look', 'l')]

/** The request of Go for one card. */
function requestOf(composing: Composing, draft: ComposeDraft, model: ModelShape) {
  const [card] = spreadPlan(draft, model, [model]).cards
  return card && composeRequest(composing, card, 'p')
}

describe('the request of Go', () => {
  it('is a branch of the image, at the place of the panel', () =>
    expect(requestOf(branch, { ...freshDraft('remix'), prompt: '  as a woodcut ', attachments }, modelWith())).toEqual({
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

  it('has no parent for a new generation, and only settings that the model supports', () =>
    expect(
      requestOf(
        { kind: 'new', place },
        { ...freshDraft('new'), prompt: 'a pear', rawMode: true },
        modelWith({ aspectRatios: ['1:1'], capabilities: { ...modelWith().capabilities, supportsRaw: false } }),
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

  it('is a race where several models are chosen: siblings from one image, each as far as its model supports it', () => {
    const square = modelWith({ name: 'Square', aspectRatios: ['1:1'], prices: { '1K': 10, '2K': 10, '4K': 10 } })
    const spread = { models: ['Sketch', 'Square'], styles: [], aspectRatios: [], hidesNames: true }
    const draft = { ...freshDraft('remix'), prompt: 'a pear', spread }
    const plan = spreadPlan(draft, modelWith(), [modelWith(), square])
    expect([plan.count, plan.hundredths]).toEqual([2, 40])
    const settings = { prompt: 'a pear', resolution: '1K', rawMode: false }
    const parent = { parentGenerationId: 'g', parentImageId: 'i', branchKind: 'remix' }
    expect(composeSeries(branch, plan, { spread, projectId: 'p' })).toEqual({
      kind: 'race',
      projectId: 'p',
      hidesNames: true,
      price: 40,
      steps: [
        { ...settings, model: 'Sketch', aspectRatio: '2:3', ...parent, canvasX: 900, canvasY: -450 },
        { ...settings, model: 'Square', aspectRatio: '1:1', ...parent, canvasX: 1_800, canvasY: -450 },
      ],
    })
  })

  it('is a grid where styles and ratios are chosen, with the style instead of the attached one', () => {
    const spread = {
      models: [],
      styles: [
        { id: 'ink', name: 'Ink' },
        { id: 's', name: 'S' },
      ],
      aspectRatios: ['1:1', '16:9'] as const,
      hidesNames: true,
    }
    const draft = { ...freshDraft('new'), prompt: 'a {red|green} pear', attachments, spread }
    const plan = spreadPlan(draft, modelWith(), [modelWith()])
    const { kind, hidesNames, steps } = composeSeries({ kind: 'new', place }, plan, { spread, projectId: 'p' })
    expect([kind, hidesNames, steps.length]).toEqual(['grid', false, 8])
    expect(steps.map(({ style }) => style)).toEqual(['ink', 'ink', 'ink', 'ink', 's', 's', 's', 's'])
    expect(steps.every(({ imagePrompts }) => imagePrompts?.[0] === 'p')).toBe(true)
    expect(new Set(steps.map(({ prompt }) => prompt))).toEqual(new Set(['a red pear', 'a green pear']))
  })

  it('is null where it would be too much', () => {
    const plan = spreadPlan({ ...freshDraft('new'), prompt: '{a|b|c}'.repeat(5) }, modelWith(), [])
    expect(plan.cards).toEqual([])
    expect(plan.count).toBeGreaterThan(36)
  })
})
