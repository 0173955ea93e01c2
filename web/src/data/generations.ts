import type { RequestGenerationInput } from '#contract/generation.ts'
import type { BoardStore, CardChange } from './board/board-store.ts'
import { api } from './client.ts'
import { adopt, readBoard } from './live.ts'

/** Asks for four images. The key makes a repeated press or a repeated request one generation. */
export async function requestGeneration(input: RequestGenerationInput, idempotencyKey: string) {
  const generation = await api.generations.request(input, { context: { idempotencyKey } })
  adopt(generation)
  return generation
}

/** Moves, collapses or expands a card: at once on the screen, then on the server; it goes back if the server refuses. */
export async function changeCard(board: BoardStore, id: string, change: CardChange): Promise<void> {
  const settle = board.change(id, change)
  try {
    settle(await api.generations.change({ id, ...change }))
  } catch (error) {
    settle(null)
    throw error
  }
}

/** Moves a card and everything below it to the trash. Answers how many cards went. */
export async function deleteGeneration(board: BoardStore, id: string): Promise<number> {
  const { deleted, ids } = await api.generations.remove({ id })
  board.remove(ids)
  return deleted
}

/** Puts a deleted branch back. */
export async function restoreGeneration(board: BoardStore, id: string): Promise<void> {
  await api.generations.restore({ id })
  await readBoard(board)
}

/** Stops the images that are not there yet. */
export const cancelGeneration = (id: string) => api.generations.cancel({ id })

/** Tries one failed or cancelled image again. */
export const retryImage = (id: string) => api.images.retry({ id })
