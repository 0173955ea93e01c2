import type { Frame } from '#domain/board/board-item.ts'
import { formatPrice } from '#domain/format.ts'
import { cardCost } from '#domain/lineage/branch-cost.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { cardsIn } from '#web/features/board/cards/drag-cards.ts'

/** The contents of a frame: finished pictures, and the credits they have cost; null where nothing is shown of money. */
export type FrameSum = { readonly pictures: number; readonly cost: string | null }

/** Counts what lies in a frame. A card whose model a race hides hides the sum as well: the price would reveal it. */
export function frameSum(board: BoardStore, frame: Frame): FrameSum {
  const ids = cardsIn(board, frame)
  let pictures = 0
  let cost = 0
  for (const id of ids) {
    const generation = board.getGeneration(id)
    if (!generation) continue
    pictures += generation.images.filter(({ status }) => status === 'completed').length
    cost += cardCost(generation).spent
  }
  return { pictures, cost: cost === 0 || ids.some(board.hidesModel) ? null : formatPrice(cost) }
}

/** A throttle: the images of a board that runs end many times a second. */
const pauseMs = 400

/** Notifies, at most a few times a second, that cards have changed. Returns the stop. */
export function watchFrame(board: Pick<BoardStore, 'onLook'>, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = board.onLook(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      listener()
    }, pauseMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
