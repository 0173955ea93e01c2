import type { Point } from '#domain/geometry/rect.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { useBoardSession, useOverlay } from './board-session.ts'
import { branchesOf, deleteCards } from './cards/edit-cards.ts'
import { boardTexts } from './texts.ts'

/** Finds the remaining card that is nearest to the first of these; null without one. */
function nearestBeside({ cards }: Pick<BoardStore, 'cards'>, ids: readonly string[]): string | null {
  const [from] = ids.flatMap((id) => cards.get(id) ?? [])
  if (!from) return null
  const gone = new Set(ids)
  const distance = ({ x, y }: Point) => Math.hypot(x - from.x, y - from.y)
  const remaining = [...cards.values()].filter(({ id }) => !gone.has(id))
  return remaining.toSorted((a, b) => distance(a) - distance(b))[0]?.id ?? null
}

/** Asks before cards and everything below them go to the trash. */
export function DeleteDialog() {
  const session = useBoardSession()
  const { board, overlays } = session
  const ids = useOverlay(session, 'delete')?.ids
  if (!ids) return null
  const branches = branchesOf(board, ids)
  const next = nearestBeside(board, branches)
  const imageCount = branches.reduce((sum, id) => sum + (board.getGeneration(id)?.images.length ?? 0), 0)
  return (
    <ConfirmDialog
      title={ids.length === 1 ? boardTexts.deleteQuestion : boardTexts.deleteManyQuestion(ids.length)}
      text={boardTexts.deleteText(branches.length, imageCount)}
      confirmLabel={boardTexts.deleteConfirm}
      {...(next !== null && { returnTo: `[data-card="${next}"]` })}
      onClose={() => overlays.close('delete')}
      onConfirm={() => deleteCards(board, ids)}
    />
  )
}
