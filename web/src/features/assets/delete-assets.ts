import { deleteGenerations, restoreGenerations } from '#web/data/assets/assets.ts'
import { showToast } from '#web/ui/toast.ts'
import { assetTexts } from './texts.ts'

const failed = (description: string) => showToast({ kind: 'error', title: assetTexts.error, description })

/** Moves cards and their branches to the trash, and says so with a way back. */
export async function deleteCards(generationIds: readonly string[]): Promise<void> {
  try {
    const count = await deleteGenerations(generationIds)
    const undo = () => restoreGenerations(generationIds).catch(() => failed(assetTexts.restoreFailed))
    showToast({
      kind: 'success',
      title: assetTexts.deleted,
      description: assetTexts.deletedText(count),
      action: { label: assetTexts.undo, run: () => void undo() },
    })
  } catch {
    failed(assetTexts.removeFailed)
  }
}
