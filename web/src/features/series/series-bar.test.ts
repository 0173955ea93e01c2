import { describe, expect, it } from 'vitest'
import type { SeriesShape, StepShape } from '#contract/cards/series.ts'
import { raceCardsOf } from './series-bar.tsx'

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
