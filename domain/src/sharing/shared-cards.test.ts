import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SharedNode, sharedCards } from './shared-cards.ts'

const card = (id: string, parentId: string | null = null): SharedNode => ({
  id,
  parentId,
  parentImageId: parentId && `${parentId}-image`,
})

describe('what a link shows', () => {
  const cards = [card('root'), card('left', 'root'), card('leaf', 'left'), card('right', 'root')]

  it('is every card of a project', () => expect(sharedCards(cards, null)).toEqual(cards))

  it('is a card with all below it, and not what it branches from', () =>
    expect(sharedCards(cards, 'left')).toEqual([card('left'), card('leaf', 'left')]))

  it('is nothing when the card is gone', () => expect(sharedCards(cards, 'gone')).toEqual([]))

  it('names no parent that is gone', () => expect(sharedCards([card('leaf', 'gone')], null)).toEqual([card('leaf')]))

  it('names no card that it does not show, whatever points at whatever', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const boards = fc.uniqueArray(fc.tuple(id, fc.option(id)), { selector: ([own]) => own })
    fc.assert(
      fc.property(boards, fc.option(id), (board, rootId) => {
        const shown = sharedCards(
          board.map(([own, parent]) => card(own, parent)),
          rootId,
        )
        const ids = new Set(shown.map((each) => each.id))
        for (const { parentId, parentImageId } of shown) {
          expect(parentId === null || ids.has(parentId)).toBe(true)
          expect(parentImageId).toBe(parentId && `${parentId}-image`)
        }
      }),
    )
  })
})
