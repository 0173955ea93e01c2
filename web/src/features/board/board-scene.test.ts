import { describe, expect, it } from 'vitest'
import type { ImageShape } from '#contract/cards/image.ts'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { boardWith } from '#web/data/testing/boards.ts'
import { boardScene } from './board-scene.ts'

const cardId = uuid(10)
const picture = (orderNum: number, over: Partial<ImageShape> = {}) =>
  image({
    id: uuid(20 + orderNum),
    generationId: cardId,
    orderNum,
    status: 'completed',
    imageUrl: '/picture',
    width: 4_200,
    height: 2_888,
    ...over,
  })
const factsOf = (images: readonly ImageShape[]) => {
  const card = generation({ id: cardId, createdAt: '2026-11-22T10:00:00.000Z', images: [...images] })
  return boardScene(boardWith([card])).face(cardId)?.facts
}

describe('the face of a card on the canvas', () => {
  it('has what stands beside a single picture', () =>
    expect(factsOf([picture(0)])).toEqual(['4200 × 2888 pixels', '22 November 2026']))

  it('has nothing beside a single picture that is not there yet', () =>
    expect(factsOf([picture(0, { status: 'running', imageUrl: null })])).toEqual([]))

  it('has nothing beside several pictures', () => expect(factsOf([picture(0), picture(1)])).toEqual([]))
})
