import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReplay, type HistoryEntry, historyKinds } from './replay.ts'

const entry = (over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  at: 0,
  kind: 'made',
  cardId: 'a',
  x: 0,
  y: 0,
  ...over,
})
const life = [
  entry({ at: 1 }),
  entry({ at: 2, cardId: 'b', x: 900 }),
  entry({ at: 3, kind: 'moved', x: 50, y: 60 }),
  entry({ at: 4, kind: 'folded', x: 50, y: 60 }),
  entry({ at: 5, kind: 'deleted', cardId: 'b', x: 900 }),
]

describe('the replay of a board', () => {
  it('ends in today’s board', () => {
    const replay = createReplay(life)
    expect(replay.card('a')).toEqual({ x: 50, y: 60, isCollapsed: true, isThere: true })
    expect(replay.card('b')?.isThere).toBe(false)
  })

  it('seeks to any time, with cards that were deleted later, and forth again', () => {
    const replay = createReplay(life)
    expect(replay.goTo(2)).toEqual(new Set(['a', 'b']))
    expect(replay.card('a')).toEqual({ x: 0, y: 0, isCollapsed: false, isThere: true })
    expect(replay.card('b')).toEqual({ x: 900, y: 0, isCollapsed: false, isThere: true })
    replay.goTo(0)
    expect(replay.card('a')).toBeUndefined()
    replay.goTo(5)
    expect(replay.card('b')?.isThere).toBe(false)
  })

  it('shows a restored card at its new place', () => {
    const replay = createReplay([...life, entry({ at: 6, kind: 'restored', cardId: 'b', x: 1_800, y: 450 })])
    expect(replay.card('b')).toEqual({ x: 1_800, y: 450, isCollapsed: false, isThere: true })
    replay.goTo(2)
    expect(replay.card('b')?.x).toBe(900)
  })

  it('orders entries by time, whatever their order in the list', () => {
    const replay = createReplay([entry({ at: 9, kind: 'moved', x: 7 }), entry({ at: 1 })])
    expect(replay.card('a')?.x).toBe(7)
  })

  const histories = fc.array(
    fc.record({
      at: fc.nat(1_000),
      kind: fc.constantFrom(...historyKinds),
      cardId: fc.constantFrom('a', 'b', 'c'),
      x: fc.nat(9),
      y: fc.nat(9),
    }),
    { maxLength: 40 },
  )
  const look = (replay: ReturnType<typeof createReplay>) => ['a', 'b', 'c'].map((id) => replay.card(id))

  it('shows the same at a time, from whatever direction it is reached', () =>
    fc.assert(
      fc.property(histories, fc.array(fc.nat(40), { minLength: 1 }), (history, way) => {
        const replay = createReplay(history)
        for (const moment of way) replay.goTo(moment)
        const fresh = createReplay(replay.entries.slice(0, replay.shown))
        expect(look(replay)).toEqual(look(fresh))
      }),
    ))

  it('returns every card that changes on the way', () =>
    fc.assert(
      fc.property(histories, fc.nat(40), fc.nat(40), (history, from, to) => {
        const replay = createReplay(history)
        replay.goTo(from)
        const before = new Map(['a', 'b', 'c'].map((id) => [id, replay.card(id)]))
        const changed = replay.goTo(to)
        for (const [id, card] of before) if (!changed.has(id)) expect(replay.card(id)).toEqual(card)
      }),
    ))
})
