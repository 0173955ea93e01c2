import type { ModelShape } from '#contract/model.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { editPrice, editSeconds } from '#domain/edit/model-edits.ts'
import { editOperations } from '#domain/edit/operation.ts'
import type { ProviderName } from '#domain/models/model.ts'
import type { OwnKeys } from '#domain/models/provider-keys.ts'
import { providerLabel } from '#domain/models/provider-label.ts'
import type { UserDatabase } from '../../db/database.ts'
import { operatorKey } from '../../db/schema/provider-lanes.ts'
import { unreachableLanes } from '../../jobs/provider-health.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Money } from '../credits/money.ts'
import { modelLimits } from './model-limits.ts'

const doesNotAnswer = (label: string) => `${label} does not answer at the moment. Pictures wait for it.`

/** A user, or null for a visitor, with the providers that they have a key of their own for. */
export type Chooser = { readonly userId: UserId | null; readonly own: OwnKeys }

/** The picker's entries for one user: all of them, usable or not. */
export async function listModels(
  { db, registry, money }: { db: UserDatabase; registry: ModelRegistry; money: Money },
  { userId, own }: Chooser,
): Promise<ModelShape[]> {
  const lanes = await unreachableLanes(db)
  const isUnreachable = (provider: ProviderName) => {
    const keyOwner = own.has(provider) ? userId : operatorKey
    return lanes.some((lane) => lane.provider === provider && lane.keyOwner === keyOwner)
  }
  const isFree = (provider: ProviderName) => money === 'off' || own.has(provider)
  const chosen = registry.defaultModel(own)
  return registry.models.map((model) => {
    const missing = registry.missing(model, own)
    const { seconds, priceHundredths, images } = model.stats
    return {
      name: model.name,
      value: model.value,
      provider: model.provider,
      isBuiltIn: model.isBuiltIn,
      badge: model.badge,
      description: model.description,
      stats: { speed: seconds, credits: priceHundredths, images },
      ...modelLimits(model, { money, own }),
      edits: editOperations.flatMap((operation) =>
        model.edits?.[operation]
          ? [
              {
                operation,
                price: isFree(model.provider) ? 0 : editPrice(model, operation, '1K'),
                seconds: editSeconds(model, operation),
              },
            ]
          : [],
      ),
      features: [...model.features],
      does: [...model.does],
      apiModel: model.apiModel,
      isDefault: model === chosen,
      ownKey: own.has(model.provider),
      isAvailable: missing === null,
      missing,
      successor: registry.successor(model, own)?.value ?? null,
      notice: missing === null && isUnreachable(model.provider) ? doesNotAnswer(providerLabel[model.provider]) : null,
    }
  })
}
