import { describe, expect, it } from 'vitest'
import { createReview } from './review-state.ts'
import { storyOf } from './story.tsx'
import { boardWith, cardWith, noFeedback as feedback, recipe } from './testing/builders.ts'

const open = (...cards: ReturnType<typeof cardWith>[]) => createReview({ board: boardWith(cards), feedback })
const captions = (review: ReturnType<typeof open>, imageId: string) =>
  storyOf(review, imageId).map(({ caption }) => caption.text)

describe('the path of a shared picture', () => {
  const night = { ...recipe, prompt: 'a fox at night' }
  const review = open(
    cardWith('root', { recipe }),
    cardWith('night', { recipe: night, parentGenerationId: 'root', parentImageId: 'root-1' }),
    cardWith('wide', {
      recipe: { ...night, aspectRatio: '16:9', seed: 8 },
      parentGenerationId: 'night',
      parentImageId: 'night-0',
    }),
    cardWith('elsewhere', { recipe }),
  )

  it('leads from the root to it, over the images that were branched from', () =>
    expect(storyOf(review, 'wide-1').map(({ imageId }) => imageId)).toEqual(['root-1', 'night-0', 'wide-1']))

  it('names the main change of each step, as its owner reads it', () =>
    expect(captions(review, 'wide-0')).toEqual(['Start', '+ at night', 'Ratio: 16:9']))

  it('numbers the steps where settings are hidden', () => {
    const hidden = open(cardWith('root'), cardWith('again', { parentGenerationId: 'root' }))
    expect(captions(hidden, 'again-0')).toEqual(['Start', 'Step 2'])
  })

  it('ends where parents form a cycle', () => {
    const circle = open(cardWith('a', { parentGenerationId: 'b' }), cardWith('b', { parentGenerationId: 'a' }))
    expect(storyOf(circle, 'a-0')).toHaveLength(2)
  })
})
