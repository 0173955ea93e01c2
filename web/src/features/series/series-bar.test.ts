import { describe, expect, it } from 'vitest'
import type { SeriesShape, StepShape } from '#contract/cards/series.ts'
import { generationWith } from '#web/data/testing/builders.ts'
import { raceCardsOf, repeatCard } from './series-bar.tsx'

const step = (generationId: string | null, model: string): StepShape => ({
  status: 'started',
  message: null,
  dependsOn: null,
  generationId,
  repeats: null,
  prompt: 'a pear',
  model,
  canvasX: 0,
  canvasY: 0,
  price: 0,
})
const race = (over: Partial<SeriesShape> = {}): SeriesShape => ({
  id: 's',
  projectId: 'p',
  kind: 'race',
  hidesNames: true,
  winnerImageId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  steps: [step('one', 'Sketch'), step('two', 'Krea 2'), step('three', 'Sketch'), step(null, 'Krea 2')],
  ...over,
})

describe('the cards of a race', () => {
  it('have their race and its winner', () =>
    expect([...raceCardsOf([race({ winnerImageId: 'i' })])]).toEqual([
      ['one', { seriesId: 's', winnerImageId: 'i' }],
      ['two', { seriesId: 's', winnerImageId: 'i' }],
      ['three', { seriesId: 's', winnerImageId: 'i' }],
    ]))

  it('are those of races alone', () =>
    expect(raceCardsOf([race({ kind: 'grid' }), race({ kind: 'rerun' })]).size).toBe(0))
})

describe('repeatCard', () => {
  const version = (id: string, imageIds: string[], uploadIds: string[] = []) => ({
    id,
    imageIds,
    uploadIds,
    createdAt: '',
  })
  const anna = { id: 'r', name: 'anna', kind: 'character' as const }
  const references = [
    { ...anna, versions: [version('new', ['anna 3']), version('old', ['anna 1'], ['anna 2'])] },
    { id: 's', name: 'mood', kind: 'look' as const, versions: [version('mood', ['mood 1'])] },
  ]

  it('leaves the pictures of named references to the versions of today', () => {
    const card = generationWith({
      prompt: '@anna in the look of @mood',
      references: [
        { name: 'anna', versionId: 'old' },
        { name: 'mood', versionId: 'mood' },
      ],
      imagePrompts: ['given', 'anna 1', 'anna 2'],
      styleReferences: ['mood 1'],
    })
    expect(repeatCard(card, { seed: null, references })).toMatchObject({
      prompt: '@anna in the look of @mood',
      imagePrompts: ['given'],
      styleReferences: [],
    })
  })

  it('keeps the pictures of a reference that is gone', () => {
    const card = generationWith({ references: [{ name: 'eve', versionId: 'gone' }], imagePrompts: ['eve 1'] })
    expect(repeatCard(card, { seed: null, references }).imagePrompts).toEqual(['eve 1'])
  })
})
