import { ConfirmDialog } from '#web/ui/modal.tsx'
import { useBoardSession, useOverlay } from './board-session.ts'
import { branchesOf, deleteCards } from './cards/edit-cards.ts'
import { boardTexts } from './texts.ts'

/** Asks before cards and everything below them go to the trash. */
export function DeleteDialog() {
  const session = useBoardSession()
  const { board, overlays } = session
  const ids = useOverlay(session, 'delete')?.ids
  if (!ids) return null
  const branches = branchesOf(board, ids)
  const imageCount = branches.reduce((sum, id) => sum + (board.getGeneration(id)?.images.length ?? 0), 0)
  return (
    <ConfirmDialog
      title={ids.length === 1 ? boardTexts.deleteQuestion : boardTexts.deleteManyQuestion(ids.length)}
      text={boardTexts.deleteText(branches.length, imageCount)}
      confirmLabel={boardTexts.deleteConfirm}
      onClose={() => overlays.close('delete')}
      onConfirm={() => deleteCards(board, ids)}
    />
  )
}
