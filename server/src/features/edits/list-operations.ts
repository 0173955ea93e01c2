import type { EditOperationShape } from '#contract/cards/edit.ts'
import { executorOf, thisMachine } from '#domain/edit/edit-record.ts'
import { editPrice, editSeconds, executorsOf } from '#domain/edit/model-edits.ts'
import { editOperations, needsMask, operationTitle } from '#domain/edit/operation.ts'
import { isPaidByUser } from '#domain/models/provider-keys.ts'
import type { Money } from '#server/models/money.ts'
import type { Chooser } from '../../providers/registry.ts'
import { hintFor } from './edit-hints.ts'
import { type EditorDeps, editorsNow } from './editors.ts'

/** Who would do each operation for a user now, what it costs and takes, and what would enable it. */
export async function listOperations(
  deps: EditorDeps & { readonly money: Money },
  { userId, own }: Chooser,
): Promise<EditOperationShape[]> {
  const { registry, localTools, money } = deps
  const models = await editorsNow(deps, userId)
  const connected = models.filter((model) => registry.missing(model, own) === null)
  return Promise.all(
    editOperations.map(async (operation) => {
      const executors = executorsOf(connected, operation, { hasMask: true }).map((model) => ({
        executor: executorOf(model.name),
        model: model.value,
        price: money === 'off' || isPaidByUser(model, own) ? 0 : editPrice(model, operation, '1K'),
        seconds: editSeconds(model, operation),
        needsMask: model.edits?.[operation]?.needsMask ?? needsMask(operation),
      }))
      const [first] = executors
      const { note, enabledBy } = await hintFor(operation, { models, localTools })
      return {
        operation,
        title: operationTitle[operation],
        executor: first?.executor ?? null,
        price: first?.price ?? 0,
        seconds: first?.seconds ?? null,
        note: first?.executor === thisMachine ? note : null,
        enabledBy,
        executors,
      }
    }),
  )
}
