import { useStore } from '#web/data/store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useBoardView } from './board-context.ts'
import { branchesOf, deleteCards } from './delete-cards.ts'
import { boardTexts } from './texts.ts'

/** Asks before cards and everything below them go to the trash. */
export function DeleteDialog() {
  const { board, deleting } = useBoardView()
  const ids = useStore(deleting)
  if (ids === null) return null
  const branches = branchesOf(board, ids)
  const imageCount = branches.reduce((sum, id) => sum + (board.getGeneration(id)?.images.length ?? 0), 0)
  return (
    <ConfirmDialog
      title={ids.length === 1 ? boardTexts.deleteQuestion : boardTexts.deleteManyQuestion(ids.length)}
      text={boardTexts.deleteText(branches.length, imageCount)}
      confirmLabel={boardTexts.deleteConfirm}
      onClose={() => deleting.set(null)}
      onConfirm={() => deleteCards(board, ids)}
    />
  )
}
