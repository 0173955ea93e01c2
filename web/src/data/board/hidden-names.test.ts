import { describe, expect, it, vi } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { hiddenRaces } from '#domain/series/hidden-models.ts'
import { boardWith } from '../testing/boards.ts'
import { createBoardStore } from './board-store.ts'

const fast = uuid(10)
const fine = uuid(20)
const branch = uuid(30)
const other = uuid(40)

const card = (id: string, over: Partial<GenerationShape> = {}): GenerationShape =>
  generation({
    id,
    prompt: 'a pear',
    model: 'Krea 2',
    price: 400,
    status: 'failed',
    images: [0, 1, 2, 3].map((orderNum) =>
      image({
        id: imageIdOf(id, orderNum),
        generationId: id,
        orderNum,
        status: 'failed',
        warnings: [`${over.model ?? 'Krea 2'} takes no pictures.`],
        error: { code: 'refused', message: 'Black Forest Labs refused.' },
      }),
    ),
    ...over,
  })
const cards = [
  card(fast),
  card(fine, { model: 'Nano Banana' }),
  card(branch, { parentGenerationId: fast, prompt: 'at night' }),
  card(other, { prompt: 'a plum' }),
]
const step = (generationId: string, model: string) => ({ generationId, repeats: null, model, prompt: 'a pear' })
const race = (winnerImageId: string | null) =>
  hiddenRaces([
    {
      kind: 'race',
      hidesNames: true,
      winnerImageId,
      begunAt: Date.UTC(2027, 0, 1),
      steps: [step(fast, 'Krea 2'), step(fine, 'Nano Banana')],
    },
  ])
const all = [fast, fine, branch, other]

describe('a board with a race that hides names', () => {
  it('shows none of them, and its other cards unchanged', () => {
    const board = boardWith(cards)
    board.hideModels(race(null))
    expect(all.map((id) => board.getGeneration(id)?.model)).toEqual(['Model A', 'Model B', 'Model A', 'Krea 2'])
    for (const id of [fast, fine, branch]) {
      const shown = [board.getGeneration(id), board.face(id), board.words(id)]
      expect(JSON.stringify(shown)).not.toMatch(/Krea|Nano|Black/)
      expect(board.face(id)?.settings).not.toContain('credits')
    }
    expect(board.words(other)?.model).toBe('Krea 2')
  })

  it('shows no name and no cost before the races are known', () => {
    const board = boardWith(cards)
    board.hideModels(null)
    const shown = all.map((id) => [board.getGeneration(id), board.face(id), board.words(id)])
    expect(JSON.stringify(shown)).not.toMatch(/Krea|Nano|Black/)
    expect(all.every(board.hidesModel)).toBe(true)
    board.hideModels(race(null))
    expect(all.map((id) => board.getGeneration(id)?.model)).toEqual(['Model A', 'Model B', 'Model A', 'Krea 2'])
  })

  it('hides them from the start', () => {
    const board = createBoardStore(uuid(1))
    board.add(card(fast))
    expect(JSON.stringify([board.getGeneration(fast), board.face(fast)])).not.toMatch(/Krea|Black/)
  })

  it('knows the candidates of a hidden model', () => {
    const board = boardWith(cards)
    board.hideModels(race(null))
    expect([branch, other].map(board.racingModels)).toEqual([['Krea 2', 'Nano Banana'], []])
  })

  it('keeps the real names for requests to the server', () => {
    const board = boardWith(cards)
    board.hideModels(race(null))
    expect(all.map((id) => board.asMade(id))).toEqual(cards)
  })

  it('notifies the subscribers of its cards, and no others, once there is a winner', () => {
    const board = boardWith(cards)
    board.hideModels(race(null))
    const [racer, stranger, looked] = [vi.fn(), vi.fn(), vi.fn()]
    board.subscribe(fast, racer)
    board.subscribe(other, stranger)
    board.onLook(looked)
    board.hideModels(race('winner'))
    expect([racer.mock.calls.length, stranger.mock.calls.length]).toEqual([1, 0])
    expect(looked.mock.calls).toEqual([[new Set([fast, fine, branch])]])
    expect(all.map((id) => board.getGeneration(id))).toEqual(cards)
  })

  it('returns the same object for a card as long as nothing of it changes', () => {
    const board = boardWith(cards)
    board.hideModels(race(null))
    const before = board.getGeneration(fast)
    board.hideModels(race(null))
    expect(board.getGeneration(fast)).toBe(before)
  })
})
