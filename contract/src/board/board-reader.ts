import type { GenerationShape } from '../cards/generation.ts'
import type { BoardHeader, CompactCard } from './compact-board.ts'
import { generationOf } from './compact-card.ts'

/** Reads the lists of cards of one board in their order: a card may refer to a parent of an earlier list. */
export function createBoardReader(header: BoardHeader): (cards: readonly CompactCard[]) => GenerationShape[] {
  const ids: string[] = []
  const context = { ...header, idAt: (place: number) => ids[place] }
  return (cards) => {
    for (const [id, place] of cards) ids[place] = id
    return cards.map((card) => generationOf(card, context))
  }
}
