import type { GenerationShape } from '#contract/generation.ts'

/** A project's generations, as of the event with number `seq`. */
export type Board = {
  readonly seq: number
  readonly generations: ReadonlyMap<string, GenerationShape>
}

export const emptyBoard: Board = { seq: -1, generations: new Map() }

/** The board that a list of generations describes. */
export const boardOf = (list: { readonly items: readonly GenerationShape[]; readonly seq: number }): Board => ({
  seq: list.seq,
  generations: new Map(list.items.map((generation) => [generation.id, generation])),
})

/** The board with a generation that a call returned, unless the stream has told of it already, and more of it. */
export function withGeneration(board: Board, generation: GenerationShape): Board {
  if (board.generations.has(generation.id)) return board
  return { ...board, generations: new Map(board.generations).set(generation.id, generation) }
}

/** The newest one; null on an empty board. */
export function newestGeneration(generations: Iterable<GenerationShape>): GenerationShape | null {
  let newest: GenerationShape | null = null
  for (const generation of generations) if (!newest || generation.createdAt > newest.createdAt) newest = generation
  return newest
}
