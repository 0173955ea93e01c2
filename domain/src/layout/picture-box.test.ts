import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boards } from '../testing/boards.ts'
import { cardRect } from './card.ts'
import { bestPictureRect, pictureRect, pictureSize } from './picture-box.ts'

describe('a picture on its card', () => {
  it('fills the height when it is tall and the width when it is wide', () => {
    expect(pictureSize({ width: 832, height: 1248 })).toEqual({ width: 128, height: 192 })
    expect(pictureSize({ width: 1280, height: 720 })).toEqual({ width: 186, height: 105 })
  })

  it('is centered in its column', () =>
    expect(pictureRect({ x: 0, y: 0, isCollapsed: false }, 1, { width: 832, height: 1248 })).toEqual({
      x: 16 + 194 + 29,
      y: 92,
      width: 128,
      height: 192,
    }))

  it('is within its card, whatever its ratio', () => {
    const side = fc.integer({ min: 256, max: 4_096 })
    fc.assert(
      fc.property(boards, fc.nat(3), side, side, (cards, place, width, height) => {
        for (const card of cards.filter(({ isCollapsed }) => !isCollapsed)) {
          const picture = pictureRect(card, place, { width, height })
          const whole = cardRect(card)
          expect(picture.x).toBeGreaterThanOrEqual(whole.x)
          expect(picture.y).toBeGreaterThanOrEqual(whole.y)
          expect(picture.x + picture.width).toBeLessThanOrEqual(whole.x + whole.width)
          expect(picture.y + picture.height).toBeLessThanOrEqual(whole.y + whole.height)
        }
      }),
    )
  })
})

describe('the single picture of a card seen from far away', () => {
  const card = { x: 100, y: 200, isCollapsed: false }

  it('fills the card’s height or width in its own ratio, centered in the card', () => {
    expect(bestPictureRect(card, { width: 1_024, height: 1_024 })).toEqual({
      x: 346,
      y: 216,
      width: 308,
      height: 308,
    })
    expect(bestPictureRect(card, { width: 3_000, height: 1_000 })).toEqual({
      x: 116,
      y: 242,
      width: 768,
      height: 256,
    })
  })
})
