import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BoardChange } from './change.ts'
import { type BoardNode, type BoardState, planChanges } from './plan-changes.ts'

/** a ─ b ─ c, and d beside them. */
const tree = (over: Readonly<Record<string, number>> = {}): BoardNode[] =>
  [
    ['a', null],
    ['b', 'a'],
    ['c', 'b'],
    ['d', null],
  ].map(([id, parentId]) => ({
    id: id as string,
    parentId: parentId ?? null,
    deletedAt: over[id as string] ?? null,
    isBroughtIn: id === 'd',
  }))
const state = (over: Partial<BoardState> = {}): BoardState => ({
  cards: tree(),
  cardOfImage: new Map([['a1', 'a']]),
  items: {
    frames: new Map([['f', { title: 'Best', x: 0, y: 0, width: 900, height: 400 }]]),
    notes: new Map([['n', { text: 'Why?', x: 0, y: 0 }]]),
  },
  rings: new Map([['p', { name: 'Agent', x: 0, y: 0, width: 900, height: 900, isRemoved: false }]]),
  now: 100,
  ...over,
})
const remove = (generationId: string): BoardChange => ({ kind: 'delete', generationId })
const restore = (generationId: string): BoardChange => ({ kind: 'restore', generationId })
const place = (generationId: string, canvasX: number): BoardChange => ({
  kind: 'place',
  generationId,
  canvasX,
  canvasY: 0,
})

describe('a batch of changes', () => {
  it('writes each ring once, and changes none that is removed', () => {
    const area = { x: 5, y: 6, width: 1_000, height: 2_000 }
    const { rings, outcomes } = planChanges(state(), [
      { kind: 'place-purse', purseId: 'p', ...area },
      { kind: 'remove-purse', purseId: 'p' },
      { kind: 'name-purse', purseId: 'p', name: 'Harvest' },
      { kind: 'restore-purse', purseId: 'p' },
      { kind: 'restore-purse', purseId: 'unknown' },
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'gone', 'applied', 'gone'])
    expect(rings).toEqual(new Map([['p', { name: 'Agent', ...area, isRemoved: false }]]))
  })

  it('keeps the later of two changes of one field', () => {
    const { moved, outcomes } = planChanges(state(), [place('a', 1), place('b', 2), place('a', 3)])
    expect(moved).toEqual(
      new Map([
        ['a', { canvasX: 3, canvasY: 0 }],
        ['b', { canvasX: 2, canvasY: 0 }],
      ]),
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
  })

  it('writes each frame and note once, as it is in the end', () => {
    const { frames, notes, outcomes } = planChanges(state(), [
      { kind: 'title-frame', frameId: 'f', title: 'Worst' },
      { kind: 'place-frame', frameId: 'f', x: 5, y: 6, width: 100, height: 200 },
      { kind: 'put-note', noteId: 'new', text: 'Here.', x: 1, y: 2 },
      { kind: 'write-note', noteId: 'new', text: 'There.' },
      { kind: 'remove-note', noteId: 'n' },
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(5).fill('applied'))
    expect(frames).toEqual(new Map([['f', { title: 'Worst', x: 5, y: 6, width: 100, height: 200 }]]))
    expect(notes).toEqual(
      new Map([
        ['new', { text: 'There.', x: 1, y: 2 }],
        ['n', null],
      ]),
    )
  })

  it('ignores a change of a frame or note that is missing, or was removed by an earlier one', () => {
    const { frames, notes, outcomes } = planChanges(state(), [
      { kind: 'place-note', noteId: 'unknown', x: 1, y: 2 },
      { kind: 'remove-frame', frameId: 'f' },
      { kind: 'title-frame', frameId: 'f', title: 'Worst' },
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['gone', 'applied', 'gone'])
    expect([frames, notes]).toEqual([new Map([['f', null]]), new Map()])
  })

  it('ignores a change whose target is missing, or was deleted by an earlier one', () => {
    const { outcomes, moved, feedback } = planChanges(state(), [
      place('x', 1),
      remove('a'),
      place('b', 1),
      remove('c'),
      restore('x'),
      { kind: 'collapse', generationId: 'a', isCollapsed: true },
      { kind: 'feedback', imageId: 'a1', feedbackType: 'like', isGiven: true },
      { kind: 'feedback', imageId: 'unknown', feedbackType: 'like', isGiven: true },
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'gone',
      'applied',
      'gone',
      'gone',
      'gone',
      'gone',
      'gone',
      'gone',
    ])
    expect([moved.size, feedback.length]).toEqual([0, 0])
  })

  it('changes the prompt of a brought-in card alone', () => {
    const describe = (generationId: string, prompt: string): BoardChange => ({ kind: 'describe', generationId, prompt })
    const { outcomes, described } = planChanges(state(), [
      describe('d', 'wall'),
      describe('a', 'x'),
      describe('d', 'a wall'),
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'gone', 'applied'])
    expect(described).toEqual(new Map([['d', 'a wall']]))
  })

  it('deletes a branch from the card down, and restores what was deleted together', () => {
    const { outcomes, deletedAt } = planChanges(state(), [remove('c'), remove('a'), restore('a')])
    expect(outcomes.map((each) => (each.outcome === 'applied' ? each.ids : each))).toEqual([
      ['c'],
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(deletedAt).toEqual(
      new Map([
        ['c', 100],
        ['a', null],
        ['b', null],
      ]),
    )
  })

  it('restores a branch whose parent is still in the trash, and leaves the parent there', () => {
    const cards = tree({ a: 5, b: 3, c: 3 })
    expect(planChanges(state({ cards }), [restore('b')]).deletedAt).toEqual(
      new Map([
        ['b', null],
        ['c', null],
      ]),
    )
  })

  it('finds nothing to restore for cards on the board', () =>
    expect(planChanges(state(), [restore('a')]).outcomes).toEqual([{ outcome: 'applied', ids: [] }]))

  it('has the same result whether it is sent at once or one by one', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'x')
    const change: fc.Arbitrary<BoardChange> = fc.oneof(
      id.map(remove),
      id.map(restore),
      fc.tuple(id, fc.nat(9)).map(([generationId, x]) => place(generationId, x)),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const atOnce = planChanges(state(), changes)
        let cards = tree()
        const moved = new Map<string, unknown>()
        const outcomes = changes.flatMap((each, index) => {
          const step = planChanges(state({ cards, now: 200 + index }), [each])
          cards = cards.map((card) => ({
            ...card,
            deletedAt: step.deletedAt.get(card.id) ?? (step.deletedAt.has(card.id) ? null : card.deletedAt),
          }))
          for (const [moving, to] of step.moved) moved.set(moving, to)
          return step.outcomes
        })
        expect(atOnce.outcomes).toEqual(outcomes)
        expect(atOnce.moved).toEqual(moved)
        const live = (at: ReadonlyMap<string, number | null>) =>
          cards.filter(({ id: card }) => (at.get(card) ?? null) === null).map((card) => card.id)
        expect(live(atOnce.deletedAt)).toEqual(cards.filter((card) => card.deletedAt === null).map((card) => card.id))
      }),
    )
  })
})
