import { hasErrorCode, lacksProject } from '#web/data/api-error.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { generationRefusal } from '#web/data/generations.ts'
import { boardTexts } from './texts.ts'

type RefusalOptions = Parameters<typeof generationRefusal>[1]

const { refused } = boardTexts

/** The message for a refused request about these cards; it names no model that a race hides. */
export function refusalOf(
  board: Pick<BoardStore, 'hidesModel'>,
  cardIds: readonly string[],
  { error, ...options }: RefusalOptions & { readonly error: unknown },
): ReturnType<typeof generationRefusal> {
  const toast = generationRefusal(error, options)
  if (!cardIds.some(board.hidesModel) || lacksProject(error)) return toast
  if (hasErrorCode(error, 'out-of-credits')) return { ...toast, description: refused.credits }
  if (hasErrorCode(error, 'branch-cap')) return { ...toast, description: refused.cap }
  return { ...toast, description: refused.hidden }
}
