import { useMutation } from '@tanstack/react-query'
import type { LocalModelShape, LocalModelsShape } from '#contract/local-model.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { invalidateLocalModels } from '#web/data/models/local-models.ts'
import { showToast } from '#web/ui/toast.ts'
import { localModelTexts as texts } from './texts.ts'

export type RowProps = { model: LocalModelShape; access: LocalModelsShape['access'] }

/** Runs the calls of a row's buttons one at a time; a refusal is shown as a toast, and the list is read again. */
export function useRowAction({ name }: Pick<LocalModelShape, 'name'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onError(error) {
      showToast({
        kind: 'error',
        title: `${name}: ${texts.notDone}`,
        description: errorMessage(error, texts.noConnection),
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
