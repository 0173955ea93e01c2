import { describe, expect, it } from 'vitest'
import { neighbors, pictureLine } from './picture-line.ts'

const images = (card: string, ...statuses: string[]) => ({
  id: card,
  images: statuses.map((status, place) => ({ id: `${card}${place}`, status })),
})

describe('the order of pictures in the lightbox', () => {
  const line = pictureLine([
    images('a', 'completed', 'failed', 'completed'),
    images('b', 'running'),
    images('c', 'completed'),
  ])

  it('goes through the finished pictures of a card and on to the next card', () =>
    expect(line.map(({ imageId }) => imageId)).toEqual(['a0', 'a2', 'c0']))

  it('has a previous and a next picture', () => {
    expect(neighbors(line, 'a2')).toEqual({
      before: { cardId: 'a', imageId: 'a0' },
      after: { cardId: 'c', imageId: 'c0' },
    })
    expect(neighbors(line, 'a0').before).toBeNull()
    expect(neighbors(line, 'c0').after).toBeNull()
    expect(neighbors(line, 'gone')).toEqual({ before: null, after: null })
  })
})
