import { withDescendants } from '#domain/lineage/descendants.ts'
import { errorMessage } from '#web/data/api-error.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { deleteGeneration, restoreGeneration } from '#web/data/generations.ts'
import { useStore } from '#web/data/use-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useBoardView } from './board-context.ts'
import { boardTexts } from './texts.ts'

const complain = (fallback: string) => (error: unknown) =>
  showToast({ kind: 'error', title: boardTexts.error, description: errorMessage(error, fallback) })

async function remove(board: BoardStore, id: string): Promise<void> {
  const count = await deleteGeneration(board, id)
  showToast({
    kind: 'success',
    title: boardTexts.deleted,
    description: boardTexts.deletedText(count),
    action: {
      label: boardTexts.undo,
      run: () => void restoreGeneration(board, id).catch(complain(boardTexts.undoFailed)),
    },
  })
}

/** Asks before a card and everything below it go to the trash. */
export function DeleteDialog() {
  const { board, deleting } = useBoardView()
  const id = useStore(deleting)
  if (id === null) return null
  const ids = withDescendants(id, board.layout.get())
  const imageCount = ids.reduce((sum, cardId) => sum + (board.getGeneration(cardId)?.images.length ?? 0), 0)
  return (
    <ConfirmDialog
      title={boardTexts.deleteQuestion}
      text={boardTexts.deleteText(ids.length, imageCount)}
      confirmLabel={boardTexts.deleteConfirm}
      onClose={() => deleting.set(null)}
      onConfirm={() => void remove(board, id).catch(complain(boardTexts.deleteFailed))}
    />
  )
}
