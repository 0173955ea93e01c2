import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SharedNode, sharedCards } from './shared-cards.ts'

const card = (id: string, parentId: string | null = null): SharedNode => ({
  id,
  parentId,
  parentImageId: parentId && `${parentId}-image`,
})

describe('the cards that a link shows', () => {
  const cards = [card('root'), card('left', 'root'), card('leaf', 'left'), card('right', 'root')]

  it('are all cards of a project', () => expect(sharedCards(cards, null)).toEqual(cards))

  it('are a card with everything below it, and not its parent', () =>
    expect(sharedCards(cards, 'left')).toEqual([card('left'), card('leaf', 'left')]))

  it('are none when the card is missing', () => expect(sharedCards(cards, 'gone')).toEqual([]))

  it('have no missing parent', () => expect(sharedCards([card('leaf', 'gone')], null)).toEqual([card('leaf')]))

  it('refer to no card that is not shown, for any ids', () => {
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
