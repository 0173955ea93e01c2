import { describe, expect, it } from 'vitest'
import type { SharedCardShape } from '#contract/shared-board.ts'
import { storyOf } from './story.ts'
import { reviewTexts } from './texts.ts'

const card = (id: string, over: Partial<SharedCardShape> = {}): SharedCardShape => ({
  id,
  parentGenerationId: null,
  parentImageId: null,
  branchKind: null,
  prompt: 'a fox',
  style: null,
  seed: 7,
  model: 'Sketch',
  aspectRatio: '1:1',
  resolution: '1K',
  rawMode: false,
  canvasX: 0,
  canvasY: 0,
  createdAt: '2026-11-22T10:00:00.000Z',
  images: [0, 1].map((orderNum) => ({
    id: `${id}-${orderNum}`,
    orderNum,
    width: 1_024,
    height: 1_024,
    averageColor: null,
    likes: 0,
    isLikedByYou: false,
  })),
  ...over,
})
const cards = (...list: SharedCardShape[]) => new Map(list.map((each) => [each.id, each]))

describe('the story of a picture', () => {
  const board = cards(
    card('root'),
    card('night', { prompt: 'a fox at night', parentGenerationId: 'root', parentImageId: 'root-1' }),
    card('wide', {
      prompt: 'a fox at night',
      aspectRatio: '16:9',
      parentGenerationId: 'night',
      parentImageId: 'night-0',
    }),
    card('elsewhere'),
  )

  it('leads from the root to it, over the images that were branched from', () =>
    expect(storyOf(board, 'wide', 'wide-1').map(({ imageId }) => imageId)).toEqual(['root-1', 'night-0', 'wide-1']))

  it('says of each step what changed', () =>
    expect(storyOf(board, 'wide', 'wide-0').map(({ change }) => change)).toEqual([
      reviewTexts.changes.start,
      'a fox at night',
      'in 16:9',
    ]))

  it('says so where prompts are hidden and nothing else changed', () => {
    const hidden = cards(card('root', { prompt: null }), card('again', { prompt: null, parentGenerationId: 'root' }))
    expect(storyOf(hidden, 'again', '').map(({ change }) => change)).toEqual(['the start', 'made again'])
  })

  it('ends where parents point in a circle', () => {
    const circle = cards(card('a', { parentGenerationId: 'b' }), card('b', { parentGenerationId: 'a' }))
    expect(storyOf(circle, 'a', 'a-0')).toHaveLength(2)
  })
})
