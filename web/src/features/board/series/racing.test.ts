import { describe, expect, it } from 'vitest'
import type { SeriesShape, StepShape } from '#contract/series.ts'
import { racersOf } from './racing.ts'

const step = (generationId: string | null, model: string): StepShape => ({
  status: 'started',
  message: null,
  dependsOn: null,
  generationId,
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
  it('are known by letters while names are hidden, the same for the same model', () =>
    expect([...racersOf([race()])].map(([id, { letter }]) => [id, letter])).toEqual([
      ['one', 'A'],
      ['two', 'B'],
      ['three', 'A'],
    ]))

  it('are known by their names once a winner is picked, and where nothing was to be hidden', () => {
    expect(racersOf([race({ winnerImageId: 'i' })]).get('one')).toEqual({
      seriesId: 's',
      letter: null,
      winnerImageId: 'i',
    })
    expect(racersOf([race({ hidesNames: false })]).get('two')?.letter).toBeNull()
  })

  it('are those of races alone', () => expect(racersOf([race({ kind: 'grid' }), race({ kind: 'rerun' })]).size).toBe(0))
})
