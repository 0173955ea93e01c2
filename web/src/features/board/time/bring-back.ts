import { editBoard } from '#web/data/board/edit-board.ts'
import { announce } from '#web/ui/announce.ts'
import type { BoardView } from '../board-view.ts'
import { boardTexts } from '../texts.ts'
import type { PastScene } from './past-scene.ts'

/** Brings deleted cards back, each with the branch that was deleted with it, as one step that can be undone. */
export function bringBack({ board }: BoardView, past: PastScene, ids: readonly string[]): void {
  const wanted = new Set(ids)
  // A branch comes back by its top.
  const tops = ids.filter((id) => !wanted.has(past.generation(id)?.parentGenerationId ?? ''))
  const step = boardTexts.restoredStep(ids.length)
  editBoard(
    board,
    tops.map((generationId) => ({ kind: 'restore' as const, generationId })),
    step,
  )
  announce(step)
}
