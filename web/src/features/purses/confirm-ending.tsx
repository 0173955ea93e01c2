import type { PurseShape } from '#contract/purse.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { removePurse } from '#web/data/purses.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { tryChange } from './purse-actions.ts'
import { purseTexts } from './texts.ts'

/** What is about to happen to a purse, for good. */
export type Ending = 'end' | 'remove'

type ConfirmEndingProps = { purse: PurseShape; ending: Ending; onClose(): void }

/** Asks before a purse is ended or removed. */
export function ConfirmEnding({ purse: { id, name }, ending, onClose }: ConfirmEndingProps) {
  const { title, text, action } = ending === 'end' ? purseTexts.confirmEnd : purseTexts.confirmRemove
  const remove = async () => {
    try {
      await removePurse(id)
    } catch (problem) {
      const description = errorMessage(problem, purseTexts.tryLater)
      showToast({ kind: 'error', title: purseTexts.changeFailed, description })
    }
  }
  return (
    <ConfirmDialog
      title={title(name)}
      text={text}
      confirmLabel={action}
      onConfirm={() => void (ending === 'end' ? tryChange({ id, state: 'ended' }) : remove())}
      onClose={onClose}
    />
  )
}
