import { describe, expect, it } from 'vitest'
import { comparedPicture, imagesToCompare } from './compare.ts'
import { createReview } from './review-state.ts'
import { boardWith, cardWith, noFeedback as feedback, recipe } from './testing/builders.ts'

const branch = cardWith('branch', { recipe, parentGenerationId: 'root', parentImageId: 'root-1' })
const open = () => createReview({ board: boardWith([cardWith('root', { recipe }), branch]), feedback })

describe('the comparison of a reviewer', () => {
  it('starts with the previous step and the current picture', () =>
    expect(imagesToCompare(open(), 'branch-0')).toEqual(['root-1', 'branch-0']))

  it('starts with the images of a card without a previous step', () =>
    expect(imagesToCompare(open(), 'root-0')).toEqual(['root-0', 'root-1']))

  it('starts with the collected images, as soon as there are two', () => {
    const review = open()
    review.gathered.set(['branch-1'])
    expect(imagesToCompare(review, 'root-0')).toEqual(['root-0', 'root-1'])
    review.gathered.set(['branch-1', 'root-1'])
    expect(imagesToCompare(review, 'root-0')).toEqual(['branch-1', 'root-1'])
  })

  it('shows no settings where they are hidden', () => {
    const card = cardWith('hidden')
    const [image] = card.images
    expect(image && comparedPicture('link', { card, image })).toMatchObject({
      prompt: null,
      label: 'Image 1',
      facts: [{ name: 'Size', value: '1024 × 1024' }],
    })
  })
})
