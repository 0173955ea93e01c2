import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedbackType } from '../board/feedback.ts'
import { deadEnds, type JudgedCard } from './dead-ends.ts'
import { withDescendants } from './descendants.ts'
import { bestImage, isLikedOrStarred, type JudgedImage } from './judged-image.ts'

const image = (...feedback: FeedbackType[]): JudgedImage => ({ status: 'completed', feedback })
const card = (id: string, parentId: string | null, ...images: JudgedImage[]): JudgedCard => ({ id, parentId, images })

describe('dead ends', () => {
  it('are the cards without a liked or starred image on them or below', () =>
    expect(
      deadEnds([
        card('root', null, image()),
        card('way', 'root', image()),
        card('kept', 'way', image('dislike'), image('like')),
        card('after', 'kept', image()),
        card('side', 'root', image('dislike')),
        card('side-2', 'side', image()),
        card('alone', null, image()),
      ]),
    ).toEqual(['after', 'side', 'side-2', 'alone']))

  it('do not exist while nothing is liked or starred', () =>
    expect(deadEnds([card('a', null, image()), card('b', 'a', image('dislike'))])).toEqual([]))

  it('do not include cards with pending images', () =>
    expect(
      deadEnds([
        card('a', null, image('star')),
        card('b', 'a', { status: 'running', feedback: [] }),
        card('c', 'a', { status: 'failed', feedback: [] }),
      ]),
    ).toEqual(['c']))

  it('have only dead ends below them, and every other card leads to a liked or starred image', () => {
    const feedback = fc.constantFrom<FeedbackType[]>([], [], [], ['star'], ['dislike'])
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), feedback), { maxLength: 40 }), (picks) => {
        const cards = picks.map(([pick, given], index) =>
          card(`${index}`, index ? `${pick % index}` : null, image(...given)),
        )
        const dead = new Set(deadEnds(cards))
        const liked = new Set(cards.filter(({ images }) => images.some(isLikedOrStarred)).map(({ id }) => id))
        for (const { id } of cards) {
          const below = withDescendants(id, cards)
          if (liked.size > 0) expect(dead.has(id)).toBe(!below.some((each) => liked.has(each)))
        }
      }),
    )
  })
})

describe('the best image of a card', () => {
  it('is the first starred one, else the first liked one, else null', () => {
    expect(bestImage([image(), image('like'), image('star', 'like')])).toBe(2)
    expect(bestImage([image('dislike'), image('like'), image('like')])).toBe(1)
    expect(bestImage([image(), image('dislike')])).toBe(null)
  })

  it('is never a missing one', () =>
    expect(bestImage([{ status: 'running', feedback: ['star'] }, image('like')])).toBe(1))
})
