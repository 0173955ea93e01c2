import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { LocalModelShape, LocalModelsShape } from '#contract/local-model.ts'
import { errorMessage, hasErrorCode } from '#web/data/http/api-error.ts'
import { invalidateLocalModels, removeLocalModel } from '#web/data/models/local-models.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { localModelTexts } from './texts.ts'

export type RowProps = { model: LocalModelShape; access: LocalModelsShape['access'] }

/** Runs the calls of a row's buttons one at a time; a refusal is shown as a toast, and the list is read again. */
export function useRowAction({ name }: Pick<LocalModelShape, 'name'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onError(error) {
      showToast({
        kind: 'error',
        title: `${name}: ${localModelTexts.notDone}`,
        description: errorMessage(error, localModelTexts.noConnection),
      })
      void invalidateLocalModels()
    },
  })
  return {
    isBusy: isPending,
    run(action: () => Promise<void>) {
      if (!isPending) mutate(action)
    },
  }
}

const removalTexts = localModelTexts.removal

/** Asks before a removal, and once more where queued images need the model. */
export function useRemoval({ id, name, state }: LocalModelShape): { ask(): void; readonly dialog: ReactNode } {
  const [asking, setAsking] = useState<'nothing' | 'first' | { readonly needed: string }>('nothing')
  const { mutate } = useMutation({
    mutationFn: (options: { evenIfNeeded: boolean }) => removeLocalModel(id, options),
    onSuccess: (freedBytes) => showToast({ kind: 'success', ...removalTexts.done(name, freedBytes) }),
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
        title={isInstalled ? removalTexts.title(name) : removalTexts.stopTitle(name)}
        text={isInstalled ? removalTexts.text : removalTexts.stopText}
        confirmLabel={removalTexts.confirm}
        onConfirm={() => mutate({ evenIfNeeded: false })}
        onClose={() => setAsking('nothing')}
      />
    ) : (
      <ConfirmDialog
        key="needed"
        title={removalTexts.neededTitle}
        text={`${asking.needed} ${removalTexts.neededText}`}
        confirmLabel={removalTexts.confirmAnyway}
        onConfirm={() => mutate({ evenIfNeeded: true })}
        onClose={() => setAsking('nothing')}
      />
    )
  return { ask: () => setAsking('first'), dialog }
}
