import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BoardChange } from './change.ts'
import { type PresentBoard, type StepEffect, undoOfSteps } from './undo-steps.ts'

type Card = { x: number; y: number; isCollapsed: boolean; isThere: boolean; stars: boolean }
/** Cards by id, each with one image of the same name. */
type Board = Map<string, Card>

const presentOf = (board: Board): PresentBoard => ({
  card: (id) => {
    const card = board.get(id)
    return card?.isThere ? card : null
  },
  hasMark: (imageId) => board.get(imageId)?.stars ?? false,
})
const copyOf = (board: Board): Board => new Map([...board].map(([id, card]) => [id, { ...card }]))

function apply(board: Board, change: BoardChange): void {
  if (change.kind === 'feedback') {
    const card = board.get(change.imageId)
    if (card?.isThere) card.stars = change.isGiven
    return
  }
  const card = 'generationId' in change ? board.get(change.generationId) : undefined
  if (!card) return
  if (change.kind === 'delete') card.isThere = false
  else if (change.kind === 'restore') card.isThere = true
  else if (!card.isThere) return
  else if (change.kind === 'place') Object.assign(card, { x: change.canvasX, y: change.canvasY })
  else if (change.kind === 'collapse') card.isCollapsed = change.isCollapsed
}

const open = (x = 0, y = 0): Card => ({ x, y, isCollapsed: false, isThere: true, stars: false })

describe('undoing all steps of a program', () => {
  it('moves made cards to the trash, and what was moved, folded and marked back', () => {
    const board: Board = new Map([
      ['old', { ...open(500, 0), isCollapsed: true, stars: true }],
      ['new', open(900, 0)],
    ])
    const steps: StepEffect[] = [
      { kind: 'placed', generationId: 'old', from: { x: 10, y: 20 }, to: { x: 90, y: 0 } },
      { kind: 'placed', generationId: 'old', from: { x: 90, y: 0 }, to: { x: 500, y: 0 } },
      { kind: 'folded', generationId: 'old', to: true },
      { kind: 'marked', generationId: 'old', imageId: 'old', feedbackType: 'star', to: true },
      { kind: 'made', generationId: 'new' },
    ]
    expect(undoOfSteps(steps, presentOf(board))).toEqual([
      { kind: 'place', generationId: 'old', canvasX: 10, canvasY: 20 },
      { kind: 'collapse', generationId: 'old', isCollapsed: false },
      { kind: 'feedback', imageId: 'old', feedbackType: 'star', isGiven: false },
      { kind: 'delete', generationId: 'new' },
    ])
  })

  it('brings back what was moved to the trash, and moves what was brought back there again', () => {
    const board: Board = new Map([
      ['gone', { ...open(), isThere: false }],
      ['back', open()],
      ['made-and-gone', { ...open(), isThere: false }],
    ])
    const steps: StepEffect[] = [
      { kind: 'trashed', generationId: 'gone' },
      { kind: 'restored', generationId: 'back' },
      { kind: 'made', generationId: 'made-and-gone' },
      { kind: 'trashed', generationId: 'made-and-gone' },
    ]
    expect(undoOfSteps(steps, presentOf(board))).toEqual([
      { kind: 'restore', generationId: 'gone' },
      { kind: 'delete', generationId: 'back' },
      { kind: 'delete', generationId: 'made-and-gone' },
    ])
  })

  it('moves a made card to the trash again that comes back with the card that it branches from', () => {
    const gone = { ...open(), isThere: false }
    const board: Board = new Map([
      ['old', gone],
      ['branch', gone],
    ])
    const steps: StepEffect[] = [
      { kind: 'made', generationId: 'branch' },
      { kind: 'trashed', generationId: 'old' },
    ]
    expect(undoOfSteps(steps, presentOf(board))).toEqual([
      { kind: 'restore', generationId: 'old' },
      { kind: 'delete', generationId: 'branch' },
    ])
  })

  it('leaves a card in the trash that the program made and moved there itself', () => {
    const board: Board = new Map([['fox', { ...open(), isThere: false }]])
    const steps: StepEffect[] = [
      { kind: 'made', generationId: 'fox' },
      { kind: 'trashed', generationId: 'fox' },
    ]
    expect(undoOfSteps(steps, presentOf(board))).toEqual([])
  })

  it('keeps what a person has changed since', () => {
    const board: Board = new Map([['old', open(777, 0)]])
    const steps: StepEffect[] = [
      { kind: 'placed', generationId: 'old', from: { x: 10, y: 20 }, to: { x: 500, y: 0 } },
      { kind: 'marked', generationId: 'old', imageId: 'old', feedbackType: 'star', to: true },
    ]
    // Moved on by hand, and the star taken off again.
    expect(undoOfSteps(steps, presentOf(board))).toEqual([])
  })

  it('restores the board as it was before the first step, whatever the program did', () => {
    const ids = ['a', 'b', 'c'] as const
    const act = fc.record({
      id: fc.constantFrom(...ids, 'd', 'e'),
      what: fc.constantFrom('made', 'placed', 'folded', 'marked', 'trashed', 'restored'),
      x: fc.integer({ min: 0, max: 3 }),
    })
    const effectOf = (board: Board, { id, what, x }: { id: string; what: string; x: number }): StepEffect | null => {
      const card = board.get(id)
      if (what === 'made') return card ? null : { kind: 'made', generationId: id }
      if (what === 'restored') return card && !card.isThere ? { kind: 'restored', generationId: id } : null
      if (!card?.isThere) return null
      if (what === 'trashed') return { kind: 'trashed', generationId: id }
      if (what === 'folded') return { kind: 'folded', generationId: id, to: !card.isCollapsed }
      if (what === 'marked')
        return { kind: 'marked', generationId: id, imageId: id, feedbackType: 'star', to: !card.stars }
      return { kind: 'placed', generationId: id, from: { x: card.x, y: card.y }, to: { x, y: 0 } }
    }
    const perform = (board: Board, effect: StepEffect) => {
      if (effect.kind === 'made') return void board.set(effect.generationId, open())
      if (effect.kind === 'marked') {
        const card = board.get(effect.imageId)
        if (card) card.stars = effect.to
        return
      }
      const card = board.get(effect.generationId)
      if (!card) return
      if (effect.kind === 'placed') Object.assign(card, effect.to)
      if (effect.kind === 'folded') card.isCollapsed = effect.to
      if (effect.kind === 'trashed') card.isThere = false
      if (effect.kind === 'restored') card.isThere = true
    }
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
        const board: Board = new Map(ids.map((id, place) => [id, { ...open(place), isThere: id !== 'c' }]))
        const before = copyOf(board)
        const steps = acts.flatMap((each) => {
          const effect = effectOf(board, each)
          if (effect) perform(board, effect)
          return effect ?? []
        })
        for (const change of undoOfSteps(steps, presentOf(board))) apply(board, change)
        const shown = (of: Board) =>
          [...of].filter(([, { isThere }]) => isThere).toSorted(([a], [b]) => a.localeCompare(b))
        expect(shown(board)).toEqual(shown(before))
      }),
    )
  })
})
