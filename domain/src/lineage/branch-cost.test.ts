import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feedbackTypes } from '../board/feedback.ts'
import { imageStatuses } from '../generation/status.ts'
import { branchCost, type CostedCard, cardCost } from './branch-cost.ts'
import type { JudgedImage } from './judged-image.ts'

const image = (over: Partial<JudgedImage> = {}): JudgedImage => ({ status: 'completed', feedback: [], ...over })
const card = (id: string, parentId: string | null, over: Partial<CostedCard> = {}): CostedCard => ({
  id,
  parentId,
  price: 800,
  images: [image(), image(), image(), image()],
  ...over,
})
const star = image({ feedback: ['star'] })
const like = image({ feedback: ['like'] })

describe('the cost of a card', () => {
  it('is its share for each completed image, and holds one for each pending image', () => {
    const images = (['completed', 'queued', 'running', 'failed'] as const).map((status) => image({ status }))
    expect(cardCost(card('a', null, { images }))).toEqual({ spent: 200, held: 400 })
  })

  it('is zero for failed and canceled images', () => {
    const images = (['failed', 'cancelled'] as const).map((status) => image({ status }))
    expect(cardCost(card('a', null, { images }))).toEqual({ spent: 0, held: 0 })
  })
})

describe('the cost of a branch', () => {
  it('is split into the path to the winner and everything else', () => {
    const cards = [
      card('root', null),
      card('way', 'root'),
      card('winner', 'way', { images: [star, image(), like, image()] }),
      card('detour', 'root'),
      card('further', 'detour'),
      card('elsewhere', null),
    ]
    expect(branchCost('root', cards)).toEqual({
      spent: 4_000,
      held: 0,
      winning: 2_400,
      exploring: 1_600,
      kept: 2,
      perKept: 2_000,
    })
  })

  it('counts only cards in it', () =>
    expect(branchCost('b', [card('a', null), card('b', 'a', { images: [star] })])).toEqual({
      spent: 800,
      held: 0,
      winning: 800,
      exploring: 0,
      kept: 1,
      perKept: 800,
    }))

  it('counts a card once that leads to two winners', () =>
    expect(
      branchCost('a', [card('a', null), card('b', 'a', { images: [star] }), card('c', 'a', { images: [star] })])
        .winning,
    ).toBe(2_400))

  it('is all exploring while no image is starred', () =>
    expect(branchCost('a', [card('a', null, { images: [like] })])).toMatchObject({
      winning: null,
      exploring: 800,
      perKept: 800,
    }))

  it('always adds up: to its cards, and to the winning and the exploring part', () => {
    const anyImage = fc.record({
      status: fc.constantFrom(...imageStatuses),
      feedback: fc.uniqueArray(fc.constantFrom(...feedbackTypes)),
    })
    const anyCard = fc.tuple(fc.nat(), fc.nat(5_000), fc.array(anyImage, { maxLength: 5 }))
    fc.assert(
      fc.property(fc.array(anyCard, { minLength: 1, maxLength: 30 }), (picks) => {
        const cards = picks.map(([pick, price, images], index) =>
          card(`${index}`, index ? `${pick % index}` : null, { price, images }),
        )
        const cost = branchCost('0', cards)
        const sum = (part: 'spent' | 'held') => cards.reduce((total, each) => total + cardCost(each)[part], 0)
        expect([cost.spent, cost.held]).toEqual([sum('spent'), sum('held')])
        expect((cost.winning ?? 0) + cost.exploring).toBe(cost.spent + cost.held)
        const leadsToWinner = (id: string): boolean =>
          cards.some(
            (each) =>
              (each.id === id &&
                each.images.some(({ status, feedback }) => status === 'completed' && feedback.includes('star'))) ||
              (each.parentId === id && leadsToWinner(each.id)),
          )
        const way = cards.filter(({ id }) => leadsToWinner(id)).map((each) => cardCost(each))
        const winning = way.reduce((total, { spent, held }) => total + spent + held, 0)
        expect(cost.winning).toBe(way.length > 0 ? winning : null)
        const kept = cards
          .flatMap(({ images }) => images)
          .filter(
            ({ status, feedback }) =>
              status === 'completed' && (feedback.includes('star') || feedback.includes('like')),
          )
        expect([cost.kept, cost.perKept]).toEqual([
          kept.length,
          kept.length > 0 ? Math.round(cost.spent / kept.length) : null,
        ])
      }),
    )
  })
})
