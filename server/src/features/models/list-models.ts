import type { ModelShape } from '#contract/models/model.ts'
import { editPrice, editSeconds } from '#domain/edit/model-edits.ts'
import { editOperations } from '#domain/edit/operation.ts'
import { abilitiesOf } from '#domain/models/abilities.ts'
import type { Model } from '#domain/models/model.ts'
import { isPaidByUser } from '#domain/models/provider-keys.ts'
import { providerFacts } from '#domain/models/providers.ts'
import { modelLimits } from '#server/models/model-limits.ts'
import type { Money } from '#server/models/money.ts'
import { readOwnPicker } from '#server/models/own-picker.ts'
import type { UserDatabase } from '../../db/database.ts'
import { operatorKey } from '../../db/schema/provider-lanes.ts'
import { unreachableLanes } from '../../jobs/provider-health.ts'
import type { Chooser, ModelRegistry } from '../../providers/registry.ts'
import { readModelSamples } from './model-samples.ts'
import type { TypicalWaits } from './typical-waits.ts'

const doesNotAnswer = (label: string) => `${label} does not answer at the moment. Pictures wait for it.`

type Deps = {
  readonly db: UserDatabase
  readonly registry: ModelRegistry
  readonly money: Money
  readonly typicalWaits: TypicalWaits
}

/**
 * The picker's entries for one user: all of them, usable or not.
 * @param purseId Of a token that is bound to one, which learns nothing of the cards outside of it; null: none.
 */
export async function listModels(
  { db, registry, money, typicalWaits }: Deps,
  { chooser, purseId }: { readonly chooser: Chooser; readonly purseId: string | null },
): Promise<ModelShape[]> {
  const { userId, own } = chooser
  const lanes = await unreachableLanes(db)
  const isUnreachable = ({ provider, connection }: Model) => {
    const keyOwner = connection?.id ?? (own.has(provider) ? userId : operatorKey)
    return lanes.some((lane) => lane.provider === provider && lane.keyOwner === keyOwner)
  }
  const isFree = (model: Model) => money === 'off' || isPaidByUser(model, own)
  const { hidden, favourites, usedAt } = await readOwnPicker(db, userId)
  const samples = await readModelSamples(db, purseId === null ? userId : null)
  const waits = await typicalWaits.read()
  const chosen = registry.defaultModel(chooser)
  return registry.modelsFor(userId).map((model) => {
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
                price: isFree(model) ? 0 : editPrice(model, operation, '1K'),
                seconds: editSeconds(model, operation),
              },
            ]
          : [],
      ),
      features: [...model.features],
      does: [...abilitiesOf(model)],
      apiModel: model.apiModel,
      isDefault: model === chosen,
      connection: model.connection ? { id: model.connection.id, name: model.connection.name } : null,
      isShown: !hidden.has(model.value),
      isFavourite: favourites.has(model.value),
      usedAt: purseId === null ? (usedAt.get(model.value)?.toISOString() ?? null) : null,
      sampleImageId: samples.get(model.value) ?? null,
      usualSeconds: waits.get(model.value) ?? null,
      ownKey: isPaidByUser(model, own),
      isAvailable: missing === null,
      missing,
      successor: registry.successor(model, chooser)?.value ?? null,
      notice:
        missing === null && isUnreachable(model)
          ? doesNotAnswer(model.connection?.name ?? providerFacts[model.provider].label)
          : null,
    }
  })
}
