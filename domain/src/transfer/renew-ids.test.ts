import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageIdOf } from '../generation/image-id.ts'
import { renewIds } from './renew-ids.ts'

/** 00000000-0000-4000-8000-000000000100, and so on: room for the images of each. */
const uuid = (place: number) => `00000000-0000-4000-8000-${(place * 256).toString(16).padStart(12, '0')}`

describe('the ids of a copied board', () => {
  it('are new, and those of images follow from their card', () => {
    const card = { id: 'card', images: [2, 0].map((orderNum) => ({ id: `image-${orderNum}`, orderNum })) }
    expect([...renewIds([card], () => uuid(1))]).toEqual([
      ['card', uuid(1)],
      ['image-2', imageIdOf(uuid(1), 2)],
      ['image-0', imageIdOf(uuid(1), 0)],
    ])
  })

  it('are unique, on any board', () => {
    const orderNums = fc.uniqueArray(fc.integer({ min: 0, max: 15 }))
    fc.assert(
      fc.property(fc.array(orderNums, { maxLength: 30 }), (cards) => {
        let made = 0
        const board = cards.map((numbers, card) => ({
          id: `card-${card}`,
          images: numbers.map((orderNum) => ({ id: `image-${card}-${orderNum}`, orderNum })),
        }))
        const renewed = renewIds(board, () => uuid(++made))
        expect(new Set(renewed.values()).size).toBe(cards.length + cards.flat().length)
      }),
    )
  })
})
