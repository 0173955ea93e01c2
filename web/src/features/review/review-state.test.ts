import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { SharedCardShape } from '#contract/sharing/shared-board.ts'
import { createReview, discardDraft, draftOf, keyOfSent, shownAfter, shownOf, writeDraft } from './review-state.ts'
import { boardWith, cardWith, noFeedback } from './testing/builders.ts'

const at = (second: number) => `2026-11-22T10:00:${String(second).padStart(2, '0')}.000Z`
const changed = (cards: readonly SharedCardShape[], gone: readonly string[] = []) => ({
  kind: 'changes' as const,
  changes: { version: '9', title: 'Owls', isTooMuch: false, cards: [...cards], gone: [...gone], items: null },
})

describe('the content of a link after a change', () => {
  const [old, other] = [cardWith('old', { createdAt: at(1) }), cardWith('other', { createdAt: at(3) })]
  const shown = shownOf(boardWith([old, other]))

  it('has new cards in their order, without deleted ones', () => {
    const [between, newest] = [cardWith('between', { createdAt: at(2) }), cardWith('newest', { createdAt: at(4) })]
    const after = shownAfter(shown, changed([newest, between], ['old']))
    expect([...after.cards.keys()]).toEqual(['between', 'other', 'newest'])
    expect([...after.pictures.keys()]).toEqual(['between-0', 'between-1', 'other-0', 'other-1', 'newest-0', 'newest-1'])
    expect(after.board).toMatchObject({ title: 'Owls', version: '9', count: 3 })
  })

  it('keeps the same objects for unchanged cards, and replaces changed ones', () => {
    const moved = { ...other, canvasX: 900 }
    const after = shownAfter(shown, changed([moved]))
    expect(after.cards.get('old')).toBe(old)
    expect(after.cards.get('other')).toBe(moved)
  })

  it('has the frames and notes of the change, or those of before where none has changed', () => {
    const note = { id: 'note', text: 'Why?', x: 0, y: 0 }
    const { changes } = changed([])
    const after = shownAfter(shown, { kind: 'changes', changes: { ...changes, items: { frames: [], notes: [note] } } })
    expect(after.board.notes).toEqual([note])
    expect(shownAfter(after, changed([])).board.notes).toEqual([note])
  })

  it('is the newly read board, where too much has changed', () => {
    const board = boardWith([other])
    expect(shownAfter(shown, { kind: 'board', board })).toEqual(shownOf(board))
  })

  it('equals the current board, after any changes in any steps', () => {
    const state = fc.uniqueArray(fc.record({ key: fc.nat(8), x: fc.nat(3) }), { selector: ({ key }) => key })
    fc.assert(
      fc.property(fc.array(state, { minLength: 1 }), (states) => {
        const boards = states.map((cards) =>
          cards
            .toSorted((a, b) => a.key - b.key)
            .map(({ key, x }) => cardWith(`card-${key}`, { createdAt: at(key), canvasX: x })),
        )
        let now = shownOf(boardWith([]))
        for (const cards of boards) {
          const ids = new Set(cards.map(({ id }) => id))
          now = shownAfter(
            now,
            changed(
              cards,
              [...now.cards.keys()].filter((id) => !ids.has(id)),
            ),
          )
        }
        expect(now.board.cards).toEqual(boards.at(-1))
      }),
    )
  })
})

describe('keyOfSent', () => {
  it('returns the same key for the same words until they are discarded, also after a turn of the page and a reload', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    const open = () => createReview({ board: boardWith([]), feedback: noFeedback })
    const review = open()
    writeDraft(review, 'image', { text: 'Darker?' })
    const key = keyOfSent(review, 'image', 'Darker?')
    writeDraft(review, 'other', { text: 'Here too' })
    expect(keyOfSent(review, 'image', 'Darker?')).toBe(key)
    const reloaded = open()
    expect(draftOf(reloaded.drafts.get(), 'image').text).toBe('Darker?')
    expect(keyOfSent(reloaded, 'image', 'Darker?')).toBe(key)
    const other = keyOfSent(reloaded, 'image', 'Lighter?')
    expect(other).not.toBe(key)
    discardDraft(reloaded, 'image')
    expect(keyOfSent(reloaded, 'image', 'Lighter?')).not.toBe(other)
    vi.unstubAllGlobals()
  })
})
