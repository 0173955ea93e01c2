import type { Point } from '#domain/geometry/rect.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { type BoardSession, useOverlay } from './board-session.ts'
import { deleteSelected, describeSelected } from './cards/delete-selected.ts'
import { branchesOf } from './cards/edit-cards.ts'
import { deleteTexts } from './delete-texts.ts'

/** Finds the remaining card that is nearest to the first of these; null without one. */
function nearestBeside({ cards }: Pick<BoardStore, 'cards'>, ids: readonly string[]): string | null {
  const [from] = ids.flatMap((id) => cards.get(id) ?? [])
  if (!from) return null
  const gone = new Set(ids)
  const distance = ({ x, y }: Point) => Math.hypot(x - from.x, y - from.y)
  const remaining = [...cards.values()].filter(({ id }) => !gone.has(id))
  return remaining.toSorted((a, b) => distance(a) - distance(b))[0]?.id ?? null
}

/** Asks before what is selected is deleted: cards with everything below them, frames, notes and rings. */
export function DeleteDialog({ session }: { session: BoardSession }) {
  const { board, overlays } = session
  const selected = useOverlay(session, 'delete')?.selected
  if (!selected) return null
  const chosen = describeSelected(board, selected)
  const branches = branchesOf(board, [...selected.cards])
  const next = nearestBeside(board, branches)
  const images = branches.reduce((sum, id) => sum + (board.getGeneration(id)?.images.length ?? 0), 0)
  return (
    <ConfirmDialog
      title={deleteTexts.title(chosen)}
      text={deleteTexts.text(chosen, { cards: branches.length, images })}
      confirmLabel={deleteTexts.confirm(chosen)}
      {...(next !== null && { returnTo: `[data-card="${next}"]` })}
      onClose={() => overlays.close('delete')}
      onConfirm={() => deleteSelected(board, selected)}
    />
  )
}
