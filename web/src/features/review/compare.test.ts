import { describe, expect, it } from 'vitest'
import { comparedPicture, imagesToCompare } from './compare.ts'
import { createReview } from './review-state.ts'
import { boardWith, cardWith, recipe, nothingSaid as said } from './testing/builders.ts'

const branch = cardWith('branch', { recipe, parentGenerationId: 'root', parentImageId: 'root-1' })
const open = () => createReview({ board: boardWith([cardWith('root', { recipe }), branch]), said })

describe('what a visitor compares', () => {
  it('is the step before and the picture that is looked at', () =>
    expect(imagesToCompare(open(), 'branch-0')).toEqual(['root-1', 'branch-0']))

  it('is the images of a card where nothing is before', () =>
    expect(imagesToCompare(open(), 'root-0')).toEqual(['root-0', 'root-1']))

  it('is what was gathered, as soon as that is two', () => {
    const review = open()
    review.gathered.set(['branch-1'])
    expect(imagesToCompare(review, 'root-0')).toEqual(['root-0', 'root-1'])
    review.gathered.set(['branch-1', 'root-1'])
    expect(imagesToCompare(review, 'root-0')).toEqual(['branch-1', 'root-1'])
  })

  it('shows nothing of how it was made where that is hidden', () => {
    const card = cardWith('hidden')
    const [image] = card.images
    expect(image && comparedPicture('link', { card, image })).toMatchObject({
      prompt: null,
      label: 'Image 1',
      facts: [{ name: 'Size', value: '1024 × 1024' }],
    })
  })
})
