import type { StyleShape } from '#contract/cards/style.ts'
import { sampleCoverUrl, sampleExampleUrls } from '#contract/cards/style-pictures.ts'
import type { ModelShape } from '#contract/models/model.ts'
import { abilitiesOf } from '#domain/models/abilities.ts'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { providerFacts } from '#domain/models/providers.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { sampleStyles } from '#domain/styles/sample-styles.ts'

/** The whole catalogue as a server lists it where only Sketch and these models can be used. */
export const listedModels = (...connected: readonly string[]): ModelShape[] =>
  [...catalogue, sketchModel].map((model) => {
    const { seconds, priceHundredths: price, pricesByResolution, images } = model.stats
    const isAvailable = model.isBuiltIn || connected.includes(model.name)
    return {
      name: model.name,
      value: model.value,
      provider: model.provider,
      isBuiltIn: model.isBuiltIn,
      badge: model.badge,
      description: model.description,
      stats: { speed: seconds, credits: price, images },
      prices: { '1K': price, '2K': price, '4K': price, ...pricesByResolution },
      edits: [],
      features: [...model.features],
      does: [...abilitiesOf(model)],
      capabilities: { ...model.capabilities },
      mostImagePrompts: model.mostImagePrompts,
      aspectRatios: model.capabilities.supportsCustomRatios ? [...aspectRatios] : ['1:1'],
      resolutions: [...model.resolutions],
      apiModel: model.apiModel,
      isDefault: model.isBuiltIn,
      connection: null,
      isShown: true,
      isFavourite: false,
      usedAt: null,
      sampleImageId: null,
      usualSeconds: null,
      ownKey: false,
      isAvailable,
      missing: isAvailable
        ? null
        : `${providerFacts[model.provider].label} needs a key: your own, or one of this server.`,
      successor: null,
      notice: null,
    }
  })

/** The sample styles, which all users have. */
export const listedStyles: readonly StyleShape[] = sampleStyles.map((sample) => {
  const { slug: _, ...style } = sample
  return {
    ...style,
    coverUrl: sampleCoverUrl(sample),
    exampleUrls: sampleExampleUrls(sample),
    referenceIds: [],
    isPinned: false,
    isOwn: false,
  }
})
