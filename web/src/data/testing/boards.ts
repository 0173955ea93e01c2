import type { BoardHeader } from '#contract/board/compact-board.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { compactCardOf } from '#contract/testing/compact-card-of.ts'
import { type BoardReading, type BoardStore, createBoardStore } from '../board/board-store.ts'

const projectId = '00000000-0000-4000-8000-000000000001'

type Items = Pick<BoardHeader, 'frames' | 'notes' | 'purses'>
const noItems: Items = { frames: [], notes: [], purses: [] }

/** Feeds a read with the server's reply for these cards, as of event `seq`; parents before children. */
export function readInto(
  reading: BoardReading,
  generations: readonly GenerationShape[],
  seq: number,
  items: Partial<Items> = noItems,
): boolean {
  const ids = generations.map(({ id }) => id)
  const models = [...new Set(generations.flatMap(({ model }) => model ?? []))]
  const header = {
    projectId,
    seq,
    count: ids.length,
    since: '2026-11-21T10:00:00.000Z',
    models,
    sheets: [],
    ...noItems,
    ...items,
  }
  const context = { ...header, placeOf: (id: string) => (ids.includes(id) ? ids.indexOf(id) : undefined) }
  reading.readHeader(header)
  reading.readCards(generations.map((generation) => compactCardOf(generation, [], context)))
  return reading.finish()
}

/** A board that has been read, without series. */
export function boardWith(generations: readonly GenerationShape[], seq = 10): BoardStore {
  const store = createBoardStore(projectId)
  readInto(store.startReading(), generations, seq)
  return store
}
