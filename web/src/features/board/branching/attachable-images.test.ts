import { describe, expect, it } from 'vitest'
import { generationWith, imageWith } from '#web/data/testing/builders.ts'
import { attachableImages } from './attachable-images.ts'

const image = (id: string, orderNum: number, status: 'completed' | 'failed') => imageWith({ id, orderNum, status })

const generations = [
  generationWith({ id: 'g1', prompt: 'old', images: [image('a', 0, 'completed')] }),
  generationWith({ id: 'g2', prompt: 'new', images: [image('b', 0, 'failed'), image('c', 1, 'completed')] }),
]
const board = {
  cards: new Map(generations.map(({ id }, createdAt) => [id, { id, createdAt }])),
  getGeneration: (id: string) => generations.find((generation) => generation.id === id),
}

describe('the images that can be attached', () => {
  it('are the finished ones, the newest card’s first', () =>
    expect(attachableImages(board, 100)).toEqual([
      { id: 'c', prompt: 'new', place: 2 },
      { id: 'a', prompt: 'old', place: 1 },
    ]))

  it('are looked for only as far as they are wanted', () =>
    expect(attachableImages(board, 1)).toEqual([{ id: 'c', prompt: 'new', place: 2 }]))
})
