import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rect } from '../geometry/rect.ts'
import { boards } from '../testing/boards.ts'
import { cardRect } from './card.ts'
import { cardForm, coveringPart, farPictureRects, pictureRects, pictureSize, singleFactsLeft } from './picture-box.ts'

const portrait = { width: 832, height: 1_248 }
const square = { width: 1_024, height: 1_024 }
const landscape = { width: 1_280, height: 720 }
const four = <Each>(picture: Each) => [picture, picture, picture, picture]
const card = { x: 0, y: 0, isCollapsed: false }
const side = fc.integer({ min: 256, max: 4_096 })
const pictures = fc.array(fc.record({ width: side, height: side }), { minLength: 1, maxLength: 4 })

const isWithin = (inner: Rect, outer: Rect) =>
  inner.x >= outer.x - 0.001 &&
  inner.y >= outer.y - 0.001 &&
  inner.x + inner.width <= outer.x + outer.width + 0.001 &&
  inner.y + inner.height <= outer.y + outer.height + 0.001
const overlap = (a: Rect, b: Rect) =>
  a.x < b.x + b.width - 0.001 &&
  b.x < a.x + a.width - 0.001 &&
  a.y < b.y + b.height - 0.001 &&
  b.y < a.y + a.height - 0.001

describe('a picture on its card', () => {
  it('has the height of the row when it is tall, and the width of its column when it is wide', () => {
    expect(pictureSize(portrait, cardForm(four(portrait)))).toEqual({ width: 188, height: 282 })
    expect(pictureSize(square, cardForm(four(square)))).toEqual({ width: 188, height: 188 })
    expect(pictureSize(landscape, cardForm(four(landscape)))).toEqual({ width: 188, height: 106 })
  })

  it('leaves a second line to the caption unless it is tall', () => {
    expect(cardForm(four(portrait))).toMatchObject({ rowHeight: 282, captionHeight: 46, captionLines: 1 })
    expect(cardForm(four(square))).toMatchObject({ rowHeight: 256, captionHeight: 72, captionLines: 2 })
  })

  it('is centered in its column', () =>
    expect(pictureRects(card, four(square))[1]).toEqual({ x: 12 + 196, y: 12 + 34, width: 188, height: 188 }))

  it('is larger and at the left when it is the only one', () =>
    expect(pictureRects(card, [landscape])).toEqual([{ x: 12, y: 12, width: 501, height: 282 }]))

  it('is up to 700 wide when it is the only one, where its facts have no room beside it', () => {
    const panorama = { width: 3_000, height: 1_000 }
    expect(pictureRects(card, [panorama])).toEqual([{ x: 12, y: 12 + 24.5, width: 700, height: 233 }])
    expect([singleFactsLeft([landscape]), singleFactsLeft([panorama])]).toEqual([12 + 501 + 24, null])
  })

  it('is within its card above the caption, beside the others, whatever its ratio', () =>
    fc.assert(
      fc.property(boards, pictures, (cards, shown) => {
        for (const place of cards.filter(({ isCollapsed }) => !isCollapsed)) {
          const rects = pictureRects(place, shown)
          const { captionHeight } = cardForm(shown)
          const whole = cardRect(place)
          const room = { ...whole, height: whole.height - captionHeight }
          expect(rects.every((rect) => isWithin(rect, room))).toBe(true)
          expect(rects.some((a, i) => rects.some((b, j) => i < j && overlap(a, b)))).toBe(false)
        }
      }),
    ))
})

describe('the pictures of a card seen from far away', () => {
  it('are the main one, with the others as columns', () =>
    expect(farPictureRects(card, four(square), 2).map(({ x, width }) => [Math.round(x), Math.round(width)])).toEqual([
      [404, 129],
      [537, 129],
      [0, 400],
      [671, 129],
    ]))

  it('are above each other beside a wide one', () =>
    expect(farPictureRects(card, four(landscape), 0)).toMatchObject([
      { x: 0, y: 0, width: 586, height: 340 },
      { x: 590, y: 0, width: 210 },
      { x: 590, width: 210 },
      { x: 590, width: 210 },
    ]))

  it('are one that covers the card where it is the only one', () =>
    expect(farPictureRects(card, [portrait], 0)).toEqual([{ x: 0, y: 0, width: 800, height: 340 }]))

  it('are within the card and do not overlap, whatever their ratios', () =>
    fc.assert(
      fc.property(pictures, fc.nat(), (shown, place) => {
        const rects = farPictureRects(card, shown, place % shown.length)
        expect(rects.every((rect) => isWithin(rect, cardRect(card)))).toBe(true)
        expect(rects.some((a, i) => rects.some((b, j) => i < j && overlap(a, b)))).toBe(false)
      }),
    ))
})

describe('the part of a picture that fills a box', () => {
  it('is its middle in the ratio of the box', () => {
    expect(coveringPart({ width: 100, height: 200 }, { width: 50, height: 50 })).toEqual({
      x: 0,
      y: 50,
      width: 100,
      height: 100,
    })
    expect(coveringPart({ width: 200, height: 100 }, { width: 50, height: 50 })).toEqual({
      x: 50,
      y: 0,
      width: 100,
      height: 100,
    })
  })
})
