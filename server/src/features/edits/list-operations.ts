import type { EditOperationShape } from '#contract/edit.ts'
import { doerOf } from '#domain/edit/edit-record.ts'
import { doersOf, editPrice, editSeconds } from '#domain/edit/model-edits.ts'
import { editOperations, operationTitle } from '#domain/edit/operation.ts'
import type { OwnKeys } from '#domain/models/provider-keys.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Money } from '../credits/money.ts'
import { whatEnables } from './edit-hints.ts'

/** Who would do each operation for a user now, what it costs and takes, and what would enable it. */
export function listOperations(
  { registry, money }: { readonly registry: ModelRegistry; readonly money: Money },
  own: OwnKeys,
): EditOperationShape[] {
  return editOperations.map((operation) => {
    const doers = doersOf(registry.editors, operation, { hasMask: true })
      .filter((model) => registry.missing(model, own) === null)
      .map((model) => ({
        doer: doerOf(model.name),
        model: model.value,
        price: money === 'off' || own.has(model.provider) ? 0 : editPrice(model, operation, '1K'),
        seconds: editSeconds(model, operation),
      }))
    const [first] = doers
    return {
      operation,
      title: operationTitle[operation],
      doer: first?.doer ?? null,
      price: first?.price ?? 0,
      seconds: first?.seconds ?? null,
      note: null,
      enabledBy: whatEnables(registry, operation),
      doers,
    }
  })
}
