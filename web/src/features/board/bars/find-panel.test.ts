import { describe, expect, it } from 'vitest'
import type { CardLayout } from '#web/data/board/entry.ts'
import { findCards } from './find-panel.tsx'

const prompts: Readonly<Record<string, { prompt: string; model: string; maker: string; x: number; y: number }>> = {
  pear: { prompt: 'A pear tree, Château garden', model: 'Krea 2', maker: '', x: 0, y: 900 },
  fox: { prompt: 'A red fox in the garden', model: 'Sketch', maker: 'backup-script', x: 900, y: 0 },
  garden: { prompt: '夜の庭園', model: 'Sketch', maker: '', x: 0, y: 0 },
}
const board = {
  cards: new Map(
    Object.entries(prompts).map(([id, { x, y }]): [string, CardLayout] => [
      id,
      { id, x, y, parentId: null, isCollapsed: false, createdAt: 0, order: 0 },
    ]),
  ),
  words: (id: string) => prompts[id],
}

describe('the search of cards', () => {
  it('matches words of the prompt and the model, in reading order', () => {
    expect(findCards(board, 'garden')).toEqual(['fox', 'pear'])
    expect(findCards(board, 'sketch')).toEqual(['garden', 'fox'])
    expect(findCards(board, 'garden krea')).toEqual(['pear'])
  })

  it('matches the program that asked for a card', () => expect(findCards(board, 'backup')).toEqual(['fox']))

  it('ignores case and accents, and matches parts of words', () => expect(findCards(board, 'CHATEA')).toEqual(['pear']))

  it('matches in every script', () => expect(findCards(board, '庭')).toEqual(['garden']))

  it('matches nothing without words', () => expect(findCards(board, '  ')).toEqual([]))
})
