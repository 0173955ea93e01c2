import type { ModelShape } from '#contract/model.ts'
import { imagePrice } from '#domain/credits/price.ts'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import type { OwnKeys } from '#domain/models/provider-keys.ts'
import { providerLabel } from '#domain/models/provider-label.ts'
import type { Database } from '../../db/database.ts'
import { providersDown } from '../../jobs/provider-health.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Money } from '../credits/money.ts'

const doesNotAnswer = (label: string) => `${label} does not answer at the moment. Pictures wait for it.`

/** The picker's entries as one person has them: all of them, whether they can be used or not. */
export async function listModels(
  { db, registry, money }: { db: Database; registry: ModelRegistry; money: Money },
  own: OwnKeys,
): Promise<ModelShape[]> {
  const down = await providersDown(db)
  const chosen = registry.defaultModel(own)
  return registry.models.map((model) => {
    const missing = registry.missing(model, own)
    const isFree = money === 'off' || own.has(model.provider)
    const price = isFree ? () => 0 : imagePrice
    const { seconds, priceHundredths, images } = model.stats
    return {
      name: model.name,
      value: model.value,
      provider: model.provider,
      badge: model.badge,
      description: model.description,
      stats: { speed: seconds, credits: priceHundredths, images },
      prices: { '1K': price(model, '1K'), '2K': price(model, '2K'), '4K': price(model, '4K') },
      features: [...model.features],
      capabilities: { ...model.capabilities },
      mostImagePrompts: model.mostImagePrompts,
      aspectRatios: model.capabilities.supportsCustomRatios ? [...aspectRatios] : ['1:1'],
      resolutions: [...model.resolutions],
      apiModel: model.apiModel,
      isDefault: model === chosen,
      ownKey: own.has(model.provider),
      isAvailable: missing === null,
      missing,
      notice: missing === null && down.has(model.provider) ? doesNotAnswer(providerLabel[model.provider]) : null,
    }
  })
}
