import { describe, expect, it } from 'vitest'
import type { PurseStepShape } from '#contract/programs/purse.ts'
import type { HistoryEntry } from '#domain/history/replay.ts'
import { stopsOf } from './purse-time-bar.tsx'

const at = (second: number) => Date.UTC(2026, 10, 24, 10, 0, second)
const entry = (second: number, kind: HistoryEntry['kind'], cardId: string): HistoryEntry => ({
  at: at(second) + 5,
  kind,
  cardId,
  x: 0,
  y: 0,
})
const step = (second: number, over: Partial<PurseStepShape>): PurseStepShape => ({
  id: String(second),
  at: new Date(at(second)).toISOString(),
  kind: 'made',
  why: null,
  generationId: 'a',
  title: null,
  images: 4,
  price: 0,
  effects: [],
  ...over,
})

describe('the steps of a purse in a replay', () => {
  it('stand where their entries are, whatever others did in between', () => {
    const entries = [
      entry(1, 'made', 'mine'),
      entry(2, 'made', 'a'),
      entry(3, 'moved', 'mine'),
      entry(4, 'moved', 'a'),
      entry(60, 'moved', 'a'),
    ]
    const made = step(2, { effects: [{ kind: 'made', generationId: 'a' }] })
    const moved = step(4, {
      kind: 'arranged',
      effects: [{ kind: 'placed', generationId: 'a', from: { x: 0, y: 0 }, to: { x: 9, y: 9 } }],
    })
    const stops = stopsOf(entries, [moved, made])
    expect(stops.map(({ count, step: { id } }) => [id, count])).toEqual([
      ['2', 2],
      ['4', 4],
    ])
  })

  it('show a mark on the board as it was then', () => {
    const entries = [entry(1, 'made', 'a'), entry(9, 'moved', 'a')]
    const marked = step(5, {
      kind: 'marked',
      effects: [{ kind: 'marked', generationId: 'a', imageId: 'i', feedbackType: 'star', to: true }],
    })
    expect(stopsOf(entries, [marked])[0]?.count).toBe(1)
  })
})
