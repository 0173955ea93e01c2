import type { ModelShape } from '#contract/model.ts'
import { imagePrice } from '#domain/credits/price.ts'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Money } from '../credits/money.ts'

/** The picker's entries: all of them, whether they can be used or not. */
export function listModels(registry: ModelRegistry, money: Money): ModelShape[] {
  const price = money === 'off' ? () => 0 : imagePrice
  const chosen = registry.defaultModel()
  return registry.models.map((model) => {
    const missing = registry.missing(model)
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
      isAvailable: missing === null,
      missing,
    }
  })
}
