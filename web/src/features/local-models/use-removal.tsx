import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LocalModelShape } from '#contract/local-model.ts'
import { errorMessage, hasErrorCode } from '#web/data/http/api-error.ts'
import { removeLocalModel } from '#web/data/models/local-models.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { localModelTexts } from './texts.ts'

const texts = localModelTexts.removal

/** Asks before a removal, and once more where queued images need the model. */
export function useRemoval({ id, name, state }: LocalModelShape): { ask(): void; readonly dialog: ReactNode } {
  const [asking, setAsking] = useState<'nothing' | 'first' | { readonly needed: string }>('nothing')
  const { mutate } = useMutation({
    mutationFn: (options: { evenIfNeeded: boolean }) => removeLocalModel(id, options),
    onSuccess: (freedBytes) => showToast({ kind: 'success', ...texts.done(name, freedBytes) }),
    onError(error) {
      const message = errorMessage(error, localModelTexts.noConnection)
      if (hasErrorCode(error, 'conflict')) setAsking({ needed: message })
      else showToast({ kind: 'error', title: `${name}: ${localModelTexts.notDone}`, description: message })
    },
  })
  const isInstalled = state.kind === 'installed' || state.kind === 'damaged'
  const dialog =
    asking === 'nothing' ? null : asking === 'first' ? (
      <ConfirmDialog
        key="first"
        title={isInstalled ? texts.title(name) : texts.stopTitle(name)}
        text={isInstalled ? texts.text : texts.stopText}
        confirmLabel={texts.confirm}
        onConfirm={() => mutate({ evenIfNeeded: false })}
        onClose={() => setAsking('nothing')}
      />
    ) : (
      <ConfirmDialog
        key="needed"
        title={texts.neededTitle}
        text={`${asking.needed} ${texts.neededText}`}
        confirmLabel={texts.confirmAnyway}
        onConfirm={() => mutate({ evenIfNeeded: true })}
        onClose={() => setAsking('nothing')}
      />
    )
  return { ask: () => setAsking('first'), dialog }
}
