import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, type BoardState, type CardState, feedbackKey } from '../testing/board-state.ts'
import type { BoardChange } from './change.ts'
import { feedbackTypes } from './feedback.ts'
import { type BoardFacts, inverseChange } from './inverse-change.ts'

const cardIds = ['root', 'left', 'right', 'leaf', 'other'] as const
const card = (parentId: string | null, over: Partial<CardState> = {}): CardState => ({
  parentId,
  canvasX: 0,
  canvasY: 0,
  isCollapsed: false,
  prompt: 'garden.jpg',
  origin: 'brought-in',
  deletedWith: null,
  ...over,
})
const board: BoardState = {
  title: 'Foxes',
  cards: new Map([
    ['root', card(null)],
    ['left', card('root')],
    ['right', card('root', { canvasX: 900 })],
    ['leaf', card('left', { canvasY: 450 })],
    ['other', card(null)],
  ]),
  feedback: new Set(),
  items: {
    frames: new Map([['best', { title: 'Best', x: 0, y: 0, width: 900, height: 400 }]]),
    notes: new Map([['why', { text: 'Why?', x: 0, y: 0 }]]),
  },
  rings: new Map([
    ['agent', { name: 'Agent', x: 0, y: 0, width: 900, height: 900, isRemoved: false }],
    ['gone', { name: 'Gone', x: 0, y: 0, width: 900, height: 900, isRemoved: true }],
  ]),
}

const factsOf = ({ title, cards, feedback, items, rings }: BoardState): BoardFacts => ({
  title: () => title,
  card: (id) => (cards.get(id)?.deletedWith === null ? cards.get(id) : undefined),
  description: (id) => {
    const shown = cards.get(id)
    return shown?.deletedWith === null && shown.origin === 'brought-in' ? shown.prompt : undefined
  },
  isDeleted: (id) => cards.get(id)?.deletedWith === id,
  hasFeedback: (imageId, type) => feedback.has(feedbackKey(imageId, type)),
  frame: (id) => items.frames.get(id),
  note: (id) => items.notes.get(id),
  ring: (id) => (rings.get(id)?.isRemoved === false ? rings.get(id) : undefined),
})
const liveIds = ({ cards }: BoardState) =>
  [...cards].filter(([, { deletedWith }]) => deletedWith === null).map(([id]) => id)

const generationId = fc.constantFrom(...cardIds, 'unknown')
const coordinate = fc.integer({ min: -1_000, max: 1_000 })
const side = fc.constantFrom(100, 900)
const title = fc.constantFrom('Best', 'Worst')
const text = fc.constantFrom('Why?', '# Because')
const frameId = fc.constantFrom('best', 'new frame')
const noteId = fc.constantFrom('why', 'new note')
const place = { x: coordinate, y: coordinate }
const kind = <Kind extends string>(name: Kind) => fc.constant(name)
const itemChanges: fc.Arbitrary<BoardChange> = fc.oneof(
  fc.record({ kind: kind('put-frame'), frameId, title, ...place, width: side, height: side }),
  fc.record({ kind: kind('place-frame'), frameId, ...place, width: side, height: side }),
  fc.record({ kind: kind('title-frame'), frameId, title }),
  fc.record({ kind: kind('remove-frame'), frameId }),
  fc.record({ kind: kind('put-note'), noteId, text, ...place }),
  fc.record({ kind: kind('place-note'), noteId, ...place }),
  fc.record({ kind: kind('write-note'), noteId, text }),
  fc.record({ kind: kind('remove-note'), noteId }),
)
const purseId = fc.constantFrom('agent', 'gone')
const ringChanges: fc.Arbitrary<BoardChange> = fc.oneof(
  fc.record({ kind: kind('place-purse'), purseId, ...place, width: side, height: side }),
  fc.record({ kind: kind('name-purse'), purseId, name: fc.constantFrom('Agent', 'Harvest') }),
  fc.record({ kind: kind('remove-purse'), purseId }),
  fc.record({ kind: kind('restore-purse'), purseId }),
)
const changes: fc.Arbitrary<BoardChange> = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), generationId, canvasX: coordinate, canvasY: coordinate }),
  fc.record({ kind: fc.constant('collapse' as const), generationId, isCollapsed: fc.boolean() }),
  fc.record({
    kind: fc.constant('feedback' as const),
    imageId: fc.constantFrom('one', 'two'),
    feedbackType: fc.constantFrom(...feedbackTypes),
    isGiven: fc.boolean(),
  }),
  fc.record({ kind: kind('describe'), generationId, prompt: fc.constantFrom('a wall', 'a garden') }),
  fc.record({ kind: fc.constant('delete' as const), generationId }),
  fc.record({ kind: fc.constant('restore' as const), generationId }),
  fc.record({ kind: fc.constant('rename' as const), title: fc.constantFrom('Foxes', 'Bears') }),
  itemChanges,
  ringChanges,
)
const boardAfter = (list: readonly BoardChange[], from = board) => list.reduce(applyChange, from)

describe('a change of a board', () => {
  it('moves, collapses, rates and renames its target, and nothing else', () => {
    const moved = applyChange(board, { kind: 'place', generationId: 'left', canvasX: 7, canvasY: 8 })
    expect(moved.cards.get('left')).toEqual(card('root', { canvasX: 7, canvasY: 8 }))
    expect(moved.cards.get('right')).toBe(board.cards.get('right'))
    const rated = applyChange(board, { kind: 'feedback', imageId: 'one', feedbackType: 'like', isGiven: true })
    expect([...rated.feedback]).toEqual(['one:like'])
    expect(applyChange(board, { kind: 'rename', title: 'Bears' }).title).toBe('Bears')
  })

  it('deletes the whole branch of a card, and restores the whole branch', () => {
    const deleted = applyChange(board, { kind: 'delete', generationId: 'left' })
    expect(liveIds(deleted)).toEqual(['root', 'right', 'other'])
    expect(applyChange(deleted, { kind: 'restore', generationId: 'left' })).toEqual(board)
  })

  it('restores with a branch only what was deleted with it', () => {
    const twice = boardAfter([
      { kind: 'delete', generationId: 'leaf' },
      { kind: 'delete', generationId: 'root' },
      { kind: 'restore', generationId: 'root' },
    ])
    expect(liveIds(twice)).toEqual(['root', 'left', 'right', 'other'])
  })

  it('changes nothing of a card in the trash', () => {
    const deleted = applyChange(board, { kind: 'delete', generationId: 'other' })
    expect(applyChange(deleted, { kind: 'collapse', generationId: 'other', isCollapsed: true })).toBe(deleted)
  })

  it('of a frame or note changes the named fields alone, and nothing where there is none', () => {
    const titled = applyChange(board, { kind: 'title-frame', frameId: 'best', title: 'Worst' })
    expect(titled.items.frames.get('best')).toEqual({ title: 'Worst', x: 0, y: 0, width: 900, height: 400 })
    const moved = applyChange(board, { kind: 'place-note', noteId: 'why', x: 5, y: 6 })
    expect(moved.items.notes.get('why')).toEqual({ text: 'Why?', x: 5, y: 6 })
    expect(applyChange(board, { kind: 'write-note', noteId: 'unknown', text: 'x' })).toEqual(board)
  })

  it('changes nothing more when it is applied again', () => {
    fc.assert(
      fc.property(fc.array(changes), changes, (history, change) => {
        const once = applyChange(boardAfter(history), change)
        expect(applyChange(once, change)).toEqual(once)
      }),
    )
  })

  it('and its inverse lead back to the same board, from any board', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 20 }), changes, (history, change) => {
        const before = boardAfter(history)
        const inverse = inverseChange(change, factsOf(before))
        const changed = applyChange(before, change)
        expect(inverse ? applyChange(changed, inverse) : changed).toEqual(before)
      }),
    )
  })

  it('is undone with all others of its list by their inverses, last first', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 20 }), (list) => {
        const inverses: BoardChange[] = []
        let state = board
        for (const change of list) {
          const inverse = inverseChange(change, factsOf(state))
          if (inverse) inverses.unshift(inverse)
          state = applyChange(state, change)
        }
        expect(boardAfter(inverses, state)).toEqual(board)
      }),
    )
  })
})
