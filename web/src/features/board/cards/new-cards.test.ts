import { describe, expect, it } from 'vitest'
import { cardRect } from '#domain/layout/card.ts'
import type { CardLayout } from '#web/data/board/entry.ts'
import { placeOfBranch, placeOfNew } from './new-cards.ts'

const card = (id: string, over: Partial<CardLayout> = {}): CardLayout => ({
  id,
  parentId: null,
  x: 0,
  y: 0,
  isCollapsed: false,
  createdAt: 0,
  order: 0,
  ...over,
})

describe('the place of a branch', () => {
  it('is 900 to the right of its parent', () =>
    expect(placeOfBranch('a', { cards: [card('a')], notes: [] })).toEqual({ x: 900, y: 0 }))

  it('is 450 above the topmost branch', () =>
    expect(placeOfBranch('a', { cards: [card('a'), card('b', { parentId: 'a', x: 900 })], notes: [] })).toEqual({
      x: 900,
      y: -450,
    }))

  it('is beside a note that is there', () => {
    const notes = [{ x: 1_000, y: 100, text: 'Ours' }]
    expect(placeOfBranch('a', { cards: [card('a')], notes })).toEqual({ x: 1_900, y: 100 })
  })

  it('is null without the parent', () => expect(placeOfBranch('a', { cards: [], notes: [] })).toBeNull())
})

describe('the place of a new generation', () => {
  const session = { x: 1_000, y: 2_000, width: 1_440, height: 900 }

  it('is where the background was pressed', () =>
    expect(placeOfNew({ x: 5, y: 6 }, session, [cardRect(card('a', { x: 2_000 }))])).toEqual({ x: 5, y: 6 }))

  it('is the middle of the view when no point is given', () =>
    expect(placeOfNew(null, session, [])).toEqual({ x: 1_320, y: 2_280 }))

  it('is beside a card that is there', () =>
    expect(placeOfNew({ x: 100, y: 0 }, session, [cardRect(card('a'))])).toEqual({ x: 900, y: 0 }))
})
